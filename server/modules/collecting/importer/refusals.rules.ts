/** PostgreSQL's error for a row that it refuses. */
type Refusal = { code?: string; constraint?: string; column?: string; detail?: string; message?: string }

const tables: Record<string, string> = {
  user: "用户",
  group: "用户组",
  document: "文档",
  article: "文章",
  category: "分类",
  permission: "权限",
}

/** The table that a constraint such as `document_category_document_id_document_id_fk` refers to. */
const referredTable = (constraint: string): string => tables[/_(\w+?)_id_fk$/.exec(constraint)?.[1]?.split("_").at(-1) ?? ""] ?? "内容"

/** Says in a sentence why the database refused a row. */
export const sentenceOf = (error: unknown): string => {
  const { code = "", constraint = "", column = "", message = "" } = ((error as Error).cause ?? error) as Refusal
  if (code === "23503") return `它所属的${referredTable(constraint)}不存在，或者没有带过来`
  if (code === "23505") return `和已经有的一条重复（${constraint}）`
  if (code === "23502") return `缺少 ${column}`
  if (code === "22003") return "有一个数超出了范围"
  if (code === "22001") return "有一段文字太长"
  if (code.startsWith("22")) return `有一个值不能存：${message}`
  return message
}
