import { z } from "zod"
import { area, perHour } from "../area"
import { Article } from "../articles/article"
import { crudCalls } from "../crud"
import { entities } from "../entities"
import { SpiderDocumentStatus, SpiderUrlStatus } from "./spider.enums"
import { changesBy, emptyOr, filled, filterList, id, int, list, listing, many, nothing, num, oneOf, str, text, time } from "../schema"

/** A link whose documents are crawled (docs/decisions/103). `headers` and the password of `proxy` are returned masked. */
export const SpiderUrl = z.object({
  id: num,
  url: str,
  status: num,
  /** number of documents collected */
  total: num,
  /** pages read in the last crawl */
  pages: num,
  error: str,
  depth: num,
  include: str,
  exclude: str,
  proxy: str,
  headers: str,
  cron: str,
  next_at: time,
  created_at: time,
  updated_at: time,
})

/** A crawled document. `category_id` is the JSON text of the categories' ids, as existing clients write it. */
export const SpiderDocument = z.object({
  id: num,
  spider_url_id: num,
  url: str,
  status: num,
  language: str,
  title: str,
  title_from_href: str,
  title_from_url: str,
  title_from_attachment: str,
  price: num,
  size: num,
  ext: str,
  content_type: str,
  error: str,
  save_path: str,
  user_id: num,
  category_id: str,
  document_id: num,
  created_at: time,
  updated_at: time,
})

/** Maximum depth of followed links; 0 = the page itself. */
export const maxDepth = 5

const depth = int.pipe(
  z
    .number()
    .min(0, { error: "深度不能小于0" })
    .max(maxDepth, { error: `深度不能大于${maxDepth}` }),
)
const options = {
  depth: depth.optional(),
  include: text(2_000, "只看的部分").optional(),
  exclude: text(2_000, "排除的部分").optional(),
  proxy: emptyOr(text(255, "代理").pipe(z.string().regex(/^https?:\/\/\S+$/i, { error: "代理应为完整的网址" }))).optional(),
  headers: text(4_000, "请求头").optional(),
  cron: text(64, "定时").optional(),
}

const urlCalls = crudCalls(
  { ...entities.spiderUrl, unique: true },
  {
    entity: SpiderUrl,
    public: [],
    staffOnly: SpiderUrl.keyof().options,
    form: { url: z.string().max(4_000).optional(), status: oneOf(SpiderUrlStatus, "状态不正确").optional(), ...options },
    filters: { status: filterList(int) },
  },
)

/** "[3,12]", a list or nothing: the ids of the categories, outermost first. */
const categories = z
  .union([
    list(id),
    z
      .string()
      .max(200)
      .meta({ examples: ["[3,12]"] })
      .transform((json, ctx) => {
        if (!json.trim()) return []
        const ids = /^\s*\[[\d\s,]*\]\s*$/.test(json) ? [...new Set((json.match(/\d{1,15}/g) ?? []).map(Number))] : null
        if (ids) return ids
        ctx.addIssue({ code: "custom", message: "分类不正确" })
        return z.NEVER
      }),
  ])
  .meta({ saidAs: 1 })

/** The fields of a row that staff may change. Existing clients send whole rows; the other fields are ignored. */
const change = {
  status: oneOf(SpiderDocumentStatus, "状态不正确").optional(),
  title: text(255, "正式标题").optional(),
  title_from_href: text(255, "链接标题").optional(),
  title_from_url: text(255, "URL标题").optional(),
  title_from_attachment: text(255, "附件标题").optional(),
  language: text(16, "语言").optional(),
  price: int.pipe(z.number().min(0, { error: "价格不能小于0" }).max(1_000_000_000, { error: "价格过大" })).optional(),
  user_id: int.optional(),
  category_id: categories.optional(),
}

/** How the article on a page is located: automatically, or by selectors. */
const CrawlArticle = z.object({
  url: filled(2_048, "链接地址"),
  mode: int.optional(),
  select: text(2_000, "选择器").optional(),
  exclude: text(2_000, "排除器").optional(),
  replace: text(4_000, "替换").optional(),
})

export const spider = area({
  ...urlCalls,
  "POST /spiderurl": {
    title: "添加采集链接",
    access: "permission",
    permission: "SpiderUrlAPI/CreateSpiderUrl",
    secretInput: true,
    input: z.object({ url: list(z.string().max(200_000)), ...options }),
    output: z.object({ total: num, skipped: num }),
  },
  "PUT /spiderurl": { ...urlCalls["PUT /spiderurl"], secretInput: true },
  "PUT /spiderdocument": {
    title: "更新采集文档",
    access: "permission",
    permission: "SpiderDocumentAPI/UpdateSpiderDocument",
    versioned: true,
    conflicts: true,
    input: z.object({ id, ...change }),
    output: nothing,
  },
  "PUT /spiderdocument/batch": {
    title: "批量更新采集文档",
    access: "permission",
    permission: "SpiderDocumentAPI/UpdateSpiderDocument",
    conflicts: true,
    missing: true,
    input: z.object({ spider_document: changesBy("id", z.object({ id, ...change })) }),
    output: nothing,
  },
  "DELETE /spiderdocument": {
    title: "删除采集文档",
    access: "permission",
    permission: "SpiderDocumentAPI/DeleteSpiderDocument",
    conflicts: true,
    input: z.object({ id: list(id) }),
    output: nothing,
  },
  "GET /spiderdocument": {
    title: "根据 ID 查询采集文档",
    access: "permission",
    permission: "SpiderDocumentAPI/GetSpiderDocument",
    input: z.object({ id }),
    output: SpiderDocument,
  },
  "GET /spiderdocument/list": {
    title: "查看采集文档列表",
    access: "permission",
    permission: "SpiderDocumentAPI/ListSpiderDocument",
    input: z.object({ ...listing, status: filterList(int), spider_url_id: filterList(int), ext: filterList(z.string().max(32)) }),
    output: z.object({ total: num, spider_document: many(SpiderDocument) }),
  },
  "POST /article/crawl": {
    title: "采集文章",
    access: "login",
    scope: "article",
    permission: "ArticleAPI/CrawlArticle",
    limit: perHour(120, "person"),
    transaction: false,
    input: CrawlArticle,
    output: Article.pick({ title: true, content: true, keywords: true, description: true, source: true, source_url: true }),
  },
})
