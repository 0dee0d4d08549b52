import written from "@/docs/openapi.json"
import { exampleOf } from "@/lib/contract/openapi/example"
import type { JsonSchema } from "@/lib/contract/openapi/schema-writer"
import { tokenScopes, type TokenScope } from "@/lib/contract/people/session.token-scopes"

/*
 * The pages of /api-docs, rendered from the same OpenAPI document that programs read (docs/decisions/153). They contain no data of the
 * site.
 */

/** The chapters, each with the first path segments of its calls; the last chapter takes all others. */
export const apiChapters = [
  { name: "document", label: "文档", about: "列表、阅读、上传、下载和回收站", tags: ["document", "upload", "oembed", "renew"] },
  { name: "article", label: "文章", about: "列表、阅读和写作", tags: ["article"] },
  { name: "search", label: "搜索", about: "文档和文章的全文搜索", tags: ["search", "searchrecord"] },
  { name: "user", label: "用户", about: "登录、资料、积分、签到和第三方账号", tags: ["user", "sms", "oauth"] },
  {
    name: "community",
    label: "互动",
    about: "评论、收藏、举报、申诉和版权投诉",
    tags: [
      "comment",
      "favorite",
      "notification",
      "report",
      "complaint",
      "appeal",
      "review",
      "sensitiveword",
      "sensitivehit",
      "safetycheck",
    ],
  },
  { name: "order", label: "订单", about: "购买、会员、退款和下载码", tags: ["order", "uservip", "downcode", "wechatpay", "callback"] },
  {
    name: "content",
    label: "分类与展示",
    about: "分类、语言、导航、轮播图、友链和广告",
    tags: ["category", "language", "navigation", "banner", "friendlink", "advertisement", "announcement", "attachment"],
  },
  {
    name: "staff",
    label: "权限与审计",
    about: "角色、权限、处罚和审计日志",
    tags: ["group", "permission", "punishment", "punishmenttemplate", "audit"],
  },
  { name: "spider", label: "采集", about: "采集链接和采到的文档", tags: ["spiderurl", "spiderdocument"] },
  { name: "feeds", label: "订阅与收割", about: "OPDS 目录里的文件和 OAI-PMH", tags: ["opds", "oai"] },
  { name: "site", label: "网站", about: "设置、统计、面板和运行环境", tags: [] },
] as const
export type ApiChapter = (typeof apiChapters)[number]

export type ApiField = { name: string; type: string; required: boolean; about: string }
export type ApiCall = {
  id: string
  method: string
  /** the full path */
  path: string
  title: string
  about: string
  access: "public" | "login" | "permission"
  /** null: access tokens cannot use it */
  scope: { name: TokenScope; label: string } | null
  confirmed: boolean
  fields: ApiField[]
  /** where the fields are sent: in the URL, in a JSON body, or in a format that this page does not send */
  carried: "query" | "json" | "other"
  example: string
  answer: string
  refusals: { status: string; about: string }[]
}

type Schema = JsonSchema & {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
}
type Operation = JsonSchema & {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema: Schema }> }>
  servers?: { url: string }[]
}
type Document = {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, { description: string }> }
}

const last = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1)
const typeWords: Record<string, string> = {
  string: "文字",
  integer: "整数",
  number: "数字",
  boolean: "是或否",
  object: "对象",
  array: "列表",
  null: "空",
}

const typeOf = (schema: Schema): string => {
  if (typeof schema.$ref === "string") return last(schema.$ref)
  if (Array.isArray(schema.anyOf)) return [...new Set((schema.anyOf as Schema[]).map(typeOf))].join(" 或 ")
  if (schema.format === "date-time") return "时间"
  const words = [schema.type ?? "object"].flat().map((type) => typeWords[type] ?? type)
  return words.includes("列表") && schema.items ? `${typeOf(schema.items)}的列表` : words.join(" 或 ")
}

/** In a body, null means that an optional field is not given, which the pages do not repeat at every field. */
const withoutNull = (schema: Schema): Schema => {
  if (Array.isArray(schema.type)) return { ...schema, type: schema.type.filter((type) => type !== "null") }
  const kinds = (schema.anyOf ?? []) as Schema[]
  return kinds.at(-1)?.type === "null" ? { ...schema, anyOf: kinds.slice(0, -1) } : schema
}

const aboutOf = (schema: Schema): string =>
  [
    schema.description,
    !schema.description && schema.enum
      ? `${schema.enum
          .filter((value) => value !== null)
          .map(String)
          .join("、")} 之一`
      : "",
    typeof schema.maxLength === "number" ? `最多 ${schema.maxLength} 个字符` : "",
    typeof schema.minimum === "number" ? `至少 ${schema.minimum}` : "",
    typeof schema.maximum === "number" ? `至多 ${schema.maximum}` : "",
  ]
    .filter(Boolean)
    .join("；")

const fieldsOf = ({ properties = {}, required = [] }: Schema): ApiField[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(required.includes(name) ? schema : withoutNull(schema)),
    required: required.includes(name),
    about: aboutOf(schema),
  }))

const pretty = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, null, 2))

const callOf = (document: Document, path: string, method: string, operation: Operation): ApiCall => {
  const { schemas } = document.components
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const [answerType, answer] = Object.entries(operation.responses["200"]?.content ?? {})[0] ?? []
  const query = (operation.parameters ?? []).filter((one) => one.in === "query")
  const scope = operation["x-scope"] as TokenScope | null
  const simple = (!type || type === "application/json") && answerType === "application/json" && !path.includes("{")
  const needed = query.filter(({ required }) => required)
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path: `${(operation.servers ?? document.servers)[0]!.url.replace(/\/$/, "")}${path}`,
    title: operation.summary,
    about: operation.description ?? "",
    access: operation["x-access"] as ApiCall["access"],
    scope: scope && { name: scope, label: tokenScopes[scope].label },
    confirmed: operation["x-confirmed"] === true,
    fields: body
      ? fieldsOf(body.schema)
      : (operation.parameters ?? []).map(({ name, required, description, schema }) => ({
          name,
          required,
          type: typeOf(schema),
          about: [description, aboutOf(schema)].filter(Boolean).join("；"),
        })),
    carried: !simple ? "other" : body ? "json" : "query",
    example: body
      ? pretty(body.example)
      : new URLSearchParams(needed.map(({ name, schema }) => [name, String(exampleOf(schema, schemas, name))])).toString(),
    answer: answer && answerType === "application/json" ? pretty(exampleOf(answer.schema, schemas)) : "",
    refusals: Object.entries(operation.responses)
      .filter(([status, { $ref }]) => status !== "200" && $ref)
      .map(([status, { $ref }]) => ({ status, about: document.components.responses[last($ref!)]!.description })),
  }
}

const chapterOf = (tag: string): ApiChapter =>
  apiChapters.find(({ tags }) => (tags as readonly string[]).includes(tag)) ?? apiChapters[apiChapters.length - 1]!

let made: Map<string, ApiCall[]> | null = null
/** Returns the calls of each chapter, by path and method; computed on the first page and cached. */
export const apiCalls = (): Map<string, ApiCall[]> => {
  if (made) return made
  const document = written as unknown as Document
  made = new Map(apiChapters.map(({ name }) => [name, []]))
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations))
      made.get(chapterOf(operation.tags[0] ?? "").name)!.push(callOf(document, path, method, operation))
  return made
}

/** The calls of each chapter that the server behind the site has; `absent` as in `GET /settings`. */
export const offeredCalls = (calls: Map<string, ApiCall[]>, absent: readonly string[]): Map<string, ApiCall[]> =>
  absent.length === 0
    ? calls
    : new Map(
        [...calls].map(([name, list]) => [
          name,
          list.filter(({ method, path }) => !absent.includes(`${method} ${path.replace(/^\/api\/v1/, "")}`)),
        ]),
      )
