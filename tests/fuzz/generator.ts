import { openApiDocument } from "../../lib/contract/openapi/document"

/* Requests from the OpenAPI document: values of the right type, ids of other people's rows, boundary values and wrong types. */

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  examples?: unknown[]
  $ref?: string
}
type Operation = {
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  servers?: unknown
}

/** A call of the contract with the schema of its input. */
export type FuzzCall = { key: string; input: Schema }

/** Lists the calls that take JSON or parameters; streams are attacked by `npm run attack`. */
export const fuzzCalls = (isCall: (key: string) => boolean): FuzzCall[] => {
  const { paths } = openApiDocument("0.0.0-fuzz") as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const key = `${method.toUpperCase()} ${path}`
      if (!isCall(key)) return []
      const query = parameters.filter((one) => one.in === "query")
      const body = requestBody?.content["application/json"]?.schema
      const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]))
      const required = query.filter((one) => one.required).map(({ name }) => name)
      return [{ key, input: body ?? { type: "object", properties, required } }]
    }),
  )
}

/** A reproducible source of random numbers in [0, 1) (mulberry32). */
export const randomOf = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { next, below: (count: number) => Math.floor(next() * count), chance: (part: number) => next() < part }
}
export type Random = ReturnType<typeof randomOf>
const oneOf = <T>(random: Random, values: readonly T[]): T => values[random.below(values.length)]!

/** Ids by the name of their field, as answers contained them; the newest of each name. */
export const createIds = () => {
  const byName = new Map<string, (string | number)[]>()
  const isId = (name: string) => /^(id|uuid|identifier|hash|order_no|jti|key)$|_id$|_no$/.test(name)
  const add = (name: string, value: string | number) => {
    const values = byName.get(name) ?? []
    if (values.includes(value)) return
    values.push(value)
    // the first ones are those of the site's content, which must not be forgotten
    if (values.length > 300) values.splice(150, 1)
    byName.set(name, values)
  }
  const harvest = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(harvest)
    if (typeof value !== "object" || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (isId(name) && (typeof inner === "string" || typeof inner === "number")) add(name, inner)
      else harvest(inner)
    }
  }
  const pick = (random: Random, name: string): string | number | undefined => {
    const values = [...(byName.get(name) ?? []), ...(name.endsWith("_id") ? (byName.get("id") ?? []) : [])]
    return values.length ? oneOf(random, values) : undefined
  }
  return { add, harvest, isId, pick }
}
export type Ids = ReturnType<typeof createIds>

const boundaryNumbers = [0, -1, 1, 2_147_483_647, 2_147_483_648, -2_147_483_649, Number.MAX_SAFE_INTEGER, 1e21, 0.5, -0.5]
const boundaryTexts = [
  "",
  " ",
  "0",
  "a\u0000b",
  "\ud800",
  "%00%",
  "_%\\",
  '\'; drop table "user"; --',
  "<img src=x onerror=alert(1)>",
  "../../etc/passwd",
  "__proto__",
  "\u202egnp.exe",
  "１２３",
  "9".repeat(40),
  "长".repeat(300),
  "x".repeat(20_000),
]
const wrongValues: unknown[] = [null, true, 7, "文", [], {}, [[]], [null], { $gt: "" }, { __proto__: null, id: 1 }, ["a", 1], "null"]

const typeOf = ({ type, properties, items }: Schema): string =>
  (Array.isArray(type) ? type.find((one) => one !== "null") : type) ?? (properties ? "object" : items ? "array" : "string")

const textFor = (random: Random, name: string, { format, minLength = 0, maxLength = 200 }: Schema): string => {
  if (format === "date-time") return new Date(Date.UTC(2020 + random.below(12), random.below(12), 1 + random.below(28))).toISOString()
  if (format === "email" || name === "email") return `fuzz${random.below(1_000)}@example.org`
  if (name === "mobile") return `139${String(random.below(100_000_000)).padStart(8, "0")}`
  if (/url|link|path|address/.test(name))
    return oneOf(random, ["https://example.org/a", "/uploads/x.png", "http://127.0.0.1/", "javascript:1"])
  const text = oneOf(random, ["文档", "fuzz", "线性代数", `词${random.below(50)}`, "correct horse 7"])
  return text.repeat(Math.max(1, Math.ceil(minLength / text.length))).slice(0, maxLength)
}

/** Builds a value that the schema accepts, with known ids where a field names a row. */
export const validValue = (random: Random, ids: Ids, schema: Schema, name = "", depth = 0): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return oneOf(random, schema.enum)
  if (schema.anyOf) return validValue(random, ids, oneOf(random, schema.anyOf), name, depth)
  const known = ids.isId(name) ? ids.pick(random, name) : undefined
  switch (typeOf(schema)) {
    case "integer":
    case "number":
      if (typeof known === "number") return known
      return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 100, random.below(random.chance(0.5) ? 10 : 100)))
    case "boolean":
      return random.chance(0.5)
    case "array": {
      const count = Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, random.below(4)))
      return depth > 5 ? [] : Array.from({ length: count }, () => validValue(random, ids, schema.items ?? {}, name, depth + 1))
    }
    case "object":
      return objectOf(random, ids, schema, depth)
    default:
      return typeof known === "string" ? known : textFor(random, name, schema)
  }
}

const objectOf = (random: Random, ids: Ids, { properties = {}, required = [] }: Schema, depth: number): Record<string, unknown> => {
  const part = random.next()
  const names = Object.keys(properties).filter((name) => required.includes(name) || random.next() < part)
  return Object.fromEntries(names.map((name) => [name, validValue(random, ids, properties[name]!, name, depth + 1)]))
}

/** Replaces one field of an input by a boundary value, a foreign id or a value of another type, or adds a field that does not exist. */
const disturbed = (random: Random, ids: Ids, input: Record<string, unknown>): Record<string, unknown> => {
  const names = Object.keys(input)
  if (!names.length || random.chance(0.1))
    return { ...input, [oneOf(random, ["user_id", "status", "is_vip", "id", "price"])]: random.below(9) }
  const name = oneOf(random, names)
  const value = input[name]
  const nested = Array.isArray(value) && typeof value[0] === "object" && value[0] !== null && random.chance(0.7)
  if (nested) return { ...input, [name]: [disturbed(random, ids, value[0] as Record<string, unknown>), ...value.slice(1)] }
  const kind = random.next()
  if (kind < 0.3) return { ...input, [name]: ids.pick(random, oneOf(random, ["id", "uuid", "user_id", "document_id"])) }
  if (kind < 0.7) {
    const boundary = typeof value === "number" ? oneOf(random, boundaryNumbers) : oneOf(random, boundaryTexts)
    return { ...input, [name]: Array.isArray(value) ? [boundary] : boundary }
  }
  return { ...input, [name]: oneOf(random, wrongValues) }
}

/** Builds the input of one request: mostly acceptable, so that rules beyond the schema are reached. */
export const inputFor = (random: Random, ids: Ids, { input }: FuzzCall): Record<string, unknown> => {
  const valid = validValue(random, ids, input) as Record<string, unknown>
  return random.chance(0.6) ? valid : disturbed(random, ids, valid)
}
