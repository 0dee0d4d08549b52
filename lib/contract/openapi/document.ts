import type { Call, Conditions } from "../area"
import { contract } from "../contract"
import { nameEntities } from "./entities"
import { exampleOf } from "./example"
import { parametersOf } from "./parameters"
import { connectionRefusals, errorSchema, refusalComponents, responsesOf, unchanged } from "./responses"
import { createSchemaWriter, type JsonSchema, type SchemaWriter } from "./schema-writer"
import { requestsOf } from "./stream-requests"
import { hasBody, refusalsOf } from "../refusals"
import { scopeOf } from "../people/session.scopes"
import { apiPath, streams, type Stream } from "../streams"
import { tokenScopes } from "../people/session.token-scopes"

/** Identifies other sites that run this program: `info["x-product"].id` of their OpenAPI document. Must never change. */
export const productId = "doujia"

const bearer = `登录得到的 token，或在“个人中心 - 资料设置 - 访问令牌”里新建的令牌（以 dj_ 开头）。令牌要有接口写明的权限 x-scope：${Object.entries(
  tokenScopes,
)
  .map(([name, { label }]) => `${name} ${label}`)
  .join("，")}；x-scope 是 null 的接口不能用令牌。`

type Operation = { parameters?: JsonSchema[]; requestBody?: JsonSchema; answers: JsonSchema; description?: string }

/** For public calls the session is optional: with it, the answer may contain more. */
const securityOf = ({ access }: Conditions): JsonSchema[] => [...(access === "public" ? [{}] : []), { bearer: [] }]

/** Builds one operation of the document. `key` is its method and path, `entry` the call or stream that defines its conditions. */
const operationOf = (key: string, entry: Call | Stream, { description, parameters = [], requestBody, answers }: Operation): JsonSchema => ({
  operationId: key
    .replace(/[^a-z0-9]+/gi, "_")
    .replace(/_$/, "")
    .toLowerCase(),
  summary: entry.title,
  ...(description ? { description } : {}),
  tags: [key.split("/")[1]],
  security: securityOf(entry),
  "x-access": entry.access,
  "x-scope": scopeOf(key, entry),
  ...("permission" in entry && typeof entry.permission === "string" ? { "x-permission": entry.permission } : {}),
  ...(entry.confirmed ? { "x-confirmed": true } : {}),
  ...(parameters.length ? { parameters } : {}),
  ...(requestBody ? { requestBody } : {}),
  responses: {
    ...responsesOf([...refusalsOf(key, entry), ...connectionRefusals]),
    ...("shared" in entry && entry.shared ? { "304": unchanged } : {}),
    ...answers,
  },
})

const ifMatch: JsonSchema = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "读到的 updated_at；之后有人改过就答 409，不覆盖",
  schema: { type: "string" },
}

/** Returns the JSON body of an input, or undefined for an input without fields. The body is optional if every field is optional. */
const bodyOf = (schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema | undefined =>
  Object.keys(schema.properties as JsonSchema).length
    ? {
        required: Array.isArray(schema.required),
        content: { "application/json": { schema, example: exampleOf(schema, components, "", false) } },
      }
    : undefined

/** Proxies log URLs, so a deletion that carries a secret has a JSON body. */
const callOperation = (key: string, call: Call, { write, components }: SchemaWriter): Operation => {
  const body = hasBody(key, call)
  const input = write(call.input, body ? "body" : "input")
  return {
    parameters: [...(body ? [] : parametersOf(input)), ...(call.versioned ? [ifMatch] : [])],
    ...(body ? { requestBody: bodyOf(input, components) } : {}),
    answers: { "200": { description: "成功", content: { "application/json": { schema: write(call.output, "output") } } } },
  }
}

const splitKey = (key: string): [method: string, path: string] => key.split(" ") as [string, string]

/**
 * Returns the whole contract as an OpenAPI 3.1 document for the given program version. It is served at `/api/v1/openapi.json`, and `npm run
 * generate` writes it to docs/openapi.json.
 */
export const openApiDocument = (version: string): JsonSchema => {
  nameEntities()
  const writer = createSchemaWriter()
  const paths: Record<string, JsonSchema> = {}
  const add = (method: string, path: string, operation: JsonSchema) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  for (const [key, call] of Object.entries(contract) as [string, Call][])
    add(...splitKey(key), operationOf(key, call, callOperation(key, call, writer)))
  for (const [key, stream] of Object.entries(streams) as [string, Stream][]) {
    const [method, path] = splitKey(key)
    for (const request of requestsOf(method, stream, writer)) {
      const address = `${path}${request.path}`
      const operation = operationOf(`${request.method} ${address}`, stream, { ...request, description: stream.about })
      add(request.method, address, stream.outsideApi ? { ...operation, servers: [{ url: "/" }] } : operation)
    }
  }
  const sorted = <T>(record: Record<string, T>) => Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b, "en")))
  const schemas = Object.entries(writer.components).map(([name, schema]) => {
    const example = exampleOf(schema, writer.components)
    return [name, { ...schema, examples: [example] }] as const
  })
  return {
    openapi: "3.1.0",
    info: {
      title: "豆架 API",
      version: "1",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      "x-product": { id: productId, version },
    },
    servers: [{ url: apiPath }],
    paths: sorted(paths),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: bearer } },
      responses: refusalComponents,
      schemas: { Error: errorSchema, ...sorted(Object.fromEntries(schemas)) },
    },
  }
}
