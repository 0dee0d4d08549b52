/** PostgreSQL's error for a row that it refuses. */
type DatabaseRefusal = { code?: string; constraint?: string; column?: string; detail?: string; message?: string }
/** `sentence` is for the owner of the site, `raw` for the log. `isOrphan`: the row refers to a missing row. */
export type Refusal = { sentence: string; raw: string; isOrphan: boolean }

const tables: Record<string, string> = {
  user: "用户",
  group: "用户组",
  document: "文档",
  article: "文章",
  category: "分类",
  permission: "权限",
}

/** The sentence about a repeated value, by the unique constraint. */
export const repeatedValues: Record<string, string> = {
  user_username: "这个用户名已经有人用了",
  user_email_verified: "这个邮箱已经有人验证过了",
  user_mobile_verified: "这个手机号已经有人验证过了",
  group_title: "已经有同名的用户组",
  category_title: "同一级里已经有同名的分类",
  document_uuid: "已经有同一个网址的文档",
  article_identifier: "已经有同一个网址的文章",
  language_code: "已经有同一个代码的语言",
  config_name: "这项设置已经有了",
  favorite_once: "这位用户已经收藏过它",
  document_score_once: "这位用户已经给这份文档评过分",
  report_once: "这位用户已经举报过它",
  sign_day: "这位用户这一天已经签到过",
  search_record_visit: "这次搜索已经有记录",
}

/** The table that a constraint such as `document_category_document_id_document_id_fk` refers to. */
const referredTable = (constraint: string): string => tables[/_(\w+?)_id_fk$/.exec(constraint)?.[1]?.split("_").at(-1) ?? ""] ?? "内容"

const sentenceOf = ({ code = "", constraint = "", column = "" }: DatabaseRefusal): string => {
  if (code === "23503") return `它所属的${referredTable(constraint)}不存在，或者没有带过来`
  if (code === "23505") return repeatedValues[constraint] ?? "和已经有的一条重复"
  if (code === "23502") return `缺少 ${column}`
  if (code === "22003") return "有一个数超出了范围"
  if (code === "22001") return "有一段文字太长"
  return "有一个值这里不能存（数据库的原话在日志里）"
}

/** Returns why the database rejected a row. */
export const refusalOf = (error: unknown): Refusal => {
  const refusal = ((error as Error).cause ?? error) as DatabaseRefusal
  const raw = [refusal.code, refusal.message, refusal.detail].filter(Boolean).join(" ")
  return { sentence: sentenceOf(refusal), raw, isOrphan: refusal.code === "23503" }
}
