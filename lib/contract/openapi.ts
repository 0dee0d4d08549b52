import { z } from "zod"
import type { Call } from "./area"
import { contract } from "./contract"
import { ErrorCode } from "./error-code"
import { streams, type Stream } from "./streams"

/** How one site recognises another that runs this program: `info["x-product"].id` of its document. Never changes. */
export const productId = "doujia"

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json
  return rest
}

/** Query parameters of a call, one a field; lists are repeated keys. */
const parametersOf = (input: z.ZodType): Json[] => {
  const { properties = {}, required = [] } = schemaOf(input, "input") as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    style: "form",
    explode: true,
    schema,
  }))
}

const fault = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
})

const operationOf = (key: string, call: Call): Json => {
  // addresses are logged by proxies: a deletion with a secret has a JSON body
  const inQuery = key.startsWith("GET ") || (key.startsWith("DELETE ") && !call.secretInput)
  const parameters = inQuery ? parametersOf(call.input) : []
  return {
    operationId: key.replace(/[^a-z0-9]+/gi, "_").toLowerCase(),
    summary: call.title,
    tags: [key.split("/")[1]],
    ...(call.access === "public" ? {} : { security: [{ bearer: [] }] }),
    "x-access": call.access,
    ...(parameters.length ? { parameters } : {}),
    ...(inQuery ? {} : { requestBody: { content: { "application/json": { schema: schemaOf(call.input, "input") } } } }),
    responses: {
      "200": { description: "成功", content: { "application/json": { schema: schemaOf(call.output, "output") } } },
      "400": fault("参数不正确"),
      ...(call.access === "public" ? {} : { "401": fault("没有登录") }),
      ...(call.access === "permission" ? { "403": fault("没有权限") } : {}),
      ...(call.limit ? { "429": fault("操作太频繁") } : {}),
    },
  }
}

/**
 * The whole contract as an OpenAPI 3.1 document, of the given version of this program: answered at `/api/v1/openapi.json`, and
 * written to docs/openapi.json by `npm run generate`.
 */
export const openApiDocument = (version: string): Json => {
  const all: Record<string, Json> = {}
  for (const [key, call] of Object.entries(contract) as [string, Call][]) {
    const [method = "", path = ""] = key.split(" ")
    all[path] = { ...all[path], [method.toLowerCase()]: operationOf(key, call) }
  }
  for (const [key, { title, access, about, outsideApi }] of Object.entries(streams) as [string, Stream][]) {
    const [method = "", path = ""] = key.split(" ")
    all[path] = {
      ...all[path],
      [method.toLowerCase()]: {
        summary: title,
        description: about,
        ...(outsideApi ? { servers: [{ url: "/" }] } : {}),
        "x-access": access,
        security: [{ bearer: [] }],
        responses: { "200": { description: "成功" } },
      },
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "豆架 API",
      version: "1",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      "x-product": { id: productId, version },
    },
    servers: [{ url: "/api/v1" }],
    paths: Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b, "en"))),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: {
        Error: {
          type: "object",
          required: ["code", "message"],
          properties: {
            code: {
              type: "integer",
              enum: ErrorCode.options.map(({ value }) => value),
              description: `gRPC 状态码：${ErrorCode.options.map(({ value, label }) => `${value} ${label}`).join("；")}`,
            },
            message: { type: "string", description: "给人看的一句话" },
            field: { type: "string", description: "这句话说的是哪一项输入；在列表或对象里的写成 document.0.title" },
          },
        },
      },
    },
  }
}
