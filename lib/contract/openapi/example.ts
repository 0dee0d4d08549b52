import type { JsonSchema } from "./schema-writer"

/** Example values for fields whose name is more specific than their type. */
const byName: Record<string, unknown> = {
  username: "linxiaoman",
  password: "correct horse 7",
  old_password: "correct horse 7",
  new_password: "battery staple 8",
  email: "linxiaoman@example.org",
  mobile: "13800138000",
  code: "246813",
  token: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
  uuid: "0a1b2c3d4e5f6071",
  document_uuid: "0a1b2c3d4e5f6071",
  hash: "00112233445566778899aabbccddeeff",
  proof: "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
  title: "线性代数讲义",
  document_title: "线性代数讲义",
  name: "线性代数讲义.pdf",
  keywords: "数学,讲义",
  description: "第一章到第六章，附习题。",
  content: "讲得很清楚，谢谢分享。",
  signature: "读书，写字",
  remark: "",
  reason: "与他人内容重复",
  ext: ".pdf",
  encoding: "utf-8",
  language: "zh",
  identifier: "about",
  ip: "203.0.113.7",
  color: "#1677ff",
  realname: "林小满",
  nickname: "林小满",
  group_name: "编辑",
  address: "",
  convert_error: "",
  convert_warning: "",
  reject_reason: "",
  preview_ext: ".svg",
  position: "index_top",
  openid: "oX4f1s8dQ2",
  path: "/uploads/banner/0a1b2c3d4e5f6071.webp",
  cover: "/view/cover/0a1b2c3d4e5f6071",
  avatar: "",
  url: "https://wenku.example.org/document/0a1b2c3d4e5f6071",
  href: "/category",
  score: 500,
  status: 2,
  page: 1,
  size: 10,
  pages: 24,
  preview: 0,
  price: 5,
  wd: "线性代数",
  created_at: "2026-11-16T01:00:52Z",
}

const typeOf = (value: unknown): string =>
  typeof value === "number" && Number.isInteger(value) ? "integer" : Array.isArray(value) ? "array" : value === null ? "null" : typeof value

const fits = (value: unknown, { type, enum: allowed }: JsonSchema): boolean =>
  Array.isArray(allowed) ? allowed.includes(value) : [type].flat().some((one) => one === typeOf(value))

const textOf = ({ format, maxLength = 64 }: JsonSchema): string =>
  format === "date-time"
    ? "2026-11-16T01:00:52Z"
    : format === "uuid"
      ? "01890a5d-ac96-774b-bcce-b302099a8057"
      : "文字".slice(0, Number(maxLength))

/**
 * Returns an example value for a schema; `components` are the schemas it refers to. `whole` = false is for requests: it omits optional
 * fields, unless they are all that the request contains besides the row's id.
 */
export const exampleOf = (schema: JsonSchema, components: Record<string, JsonSchema>, name = "", whole = true): unknown => {
  const inner = (part: JsonSchema, field = name) => exampleOf(part, components, field, whole)
  if (typeof schema.$ref === "string") return inner(components[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] ?? {})
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ("const" in schema) return schema.const
  if (name in byName && fits(byName[name], schema)) return byName[name]
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.anyOf)) return inner(schema.anyOf[0] as JsonSchema)
  switch ([schema.type].flat()[0]) {
    case "object":
      return objectOf(schema, inner, whole)
    case "array":
      return Array.isArray(schema.prefixItems)
        ? (schema.prefixItems as JsonSchema[]).map((item) => inner(item))
        : Array.from({ length: Math.max(Number(schema.minItems ?? 1), 1) }, () => inner((schema.items ?? {}) as JsonSchema))
    case "integer":
    case "number":
      return Math.max(Number(schema.minimum ?? 1), 1)
    case "boolean":
      return true
    case "string":
      return textOf(schema)
    default:
      return null
  }
}

const objectOf = (
  { properties = {}, required = [] }: JsonSchema,
  inner: (part: JsonSchema, field: string) => unknown,
  whole: boolean,
): JsonSchema => {
  const needed = (required as string[]).filter((field) => field !== "id")
  const fields = Object.entries(properties as Record<string, JsonSchema>)
  return Object.fromEntries(
    fields
      .filter(([field]) => whole || !needed.length || (required as string[]).includes(field))
      .map(([field, part]) => [field, inner(part, field)]),
  )
}
