import { describe, expect, test } from "vitest"
import type { Call } from "../../lib/contract/area"
import { contract } from "../../lib/contract/contract"
import { openApiDocument } from "../../lib/contract/openapi/document"
import { exampleOf } from "../../lib/contract/openapi/example"
import { createSchemaWriter, type JsonSchema } from "../../lib/contract/openapi/schema-writer"
import { hasBody } from "../../lib/contract/refusals"
import { streams, type Stream } from "../../lib/contract/streams"
import { acceptedInput } from "../../server/wire/input"

type Response = JsonSchema & { $ref?: string; content?: Record<string, { schema: JsonSchema }> }
type Operation = {
  operationId: string
  security: JsonSchema[]
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> }
  responses: Record<string, Response>
}
const document = openApiDocument("0.0.0-test") as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Response> }
}
const operationOf = (key: string): Operation => {
  const [method = "", path = ""] = key.split(" ")
  return document.paths[path]![method.toLowerCase()]!
}
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
const calls = Object.entries(contract) as [string, Call][]

/** Returns every schema of a document with its position; `named` = the keys of this object are names, its values are schemas. */
const schemasIn = (value: unknown, position: string, isSchema = false, named = false): { position: string; schema: JsonSchema }[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => schemasIn(item, `${position}/${index}`, isSchema))
  if (typeof value !== "object" || value === null) return []
  const inner = Object.entries(value).flatMap(([key, part]) => {
    if (key === "example" || key === "examples") return []
    const holds = named || ["schema", "items", "anyOf", "prefixItems", "contentSchema", "additionalProperties"].includes(key)
    return schemasIn(part, `${position}/${key}`, holds, !named && (key === "properties" || key === "schemas"))
  })
  return isSchema ? [{ position, schema: value as JsonSchema }, ...inner] : inner
}
const schemas = schemasIn(document, "")

describe("schemas", () => {
  test("each has a description", () => {
    expect(schemas.length).toBeGreaterThan(1_000)
    expect(schemas.filter(({ schema }) => Object.keys(schema).length === 0).map(({ position }) => position)).toEqual([])
    const untyped = schemas.filter(({ schema }) => !["type", "$ref", "anyOf", "const", "enum"].some((word) => word in schema))
    expect(untyped.map(({ position }) => position)).toEqual([])
  })

  test("moments are date-times, whole numbers are integers without the bounds of JavaScript", () => {
    const { User, Document, Duplicate } = document.components.schemas as Record<string, { properties: JsonSchema }>
    expect(User!.properties).toMatchObject({
      id: { type: "integer" },
      created_at: { type: ["string", "null"], format: "date-time" },
      group_id: { type: "array", items: { type: "integer" } },
    })
    expect(Document!.properties.user).toEqual({ anyOf: [{ $ref: "#/components/schemas/PublicUser" }, { type: "null" }] })
    expect(Duplicate!.properties.likeness).toEqual({ type: "number" })
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  test("an input with several accepted forms is described in one form", () => {
    const { schema } = operationOf("PUT /language/status").requestBody!.content["application/json"]!
    expect(schema.properties).toMatchObject({ id: { type: "array", items: { type: "integer", minimum: 1 } }, enable: { type: "boolean" } })
  })

  test("an optional field of a body may be null, a required one and a parameter may not", () => {
    const { schema } = operationOf("PUT /document").requestBody!.content["application/json"]!
    const properties = schema.properties as Record<string, JsonSchema>
    expect(properties.id).toMatchObject({ type: "integer" })
    expect(properties.title).toMatchObject({ type: ["string", "null"] })
    expect(properties.attachment).toMatchObject({ type: ["object", "null"], properties: { id: { type: ["integer", "null"] } } })
    const parameters = Object.values(document.paths).flatMap((path) => Object.values(path).flatMap((one) => one.parameters ?? []))
    expect(parameters.length).toBeGreaterThan(200)
    expect(parameters.filter((one) => JSON.stringify(one).includes('"null"')).map(({ name }) => name)).toEqual([])
  })

  test("all entities that the contract names are components", () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(["Error", "User", "PublicUser", "Session", "Document", "DocumentDetail", "Article", "Comment", "Settings"]),
    )
  })
})

describe("operations", () => {
  test("each has a unique name", () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  })

  test.each(calls)("%s", (key, call) => {
    const { security, responses, parameters = [], requestBody } = operationOf(key)
    expect(security).toEqual(call.access === "public" ? [{}, { bearer: [] }] : [{ bearer: [] }])
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "400", "403", "429", "500", "503"]))
    if (call.access !== "public") expect(Object.keys(responses)).toContain("401")
    expect(Object.keys(responses), "answers of the listener").toEqual(expect.arrayContaining(["408", "431"]))
    expect("304" in responses).toBe(Boolean(call.shared))
    expect("413" in responses).toBe(!/^(GET|DELETE) /.test(key) || call.secretInput === true)
    expect(parameters.some(({ name }) => name === "If-Match")).toBe(call.versioned === true)
    if (!requestBody) return
    const { schema, example } = requestBody.content["application/json"]!
    expect(requestBody.required).toBe("required" in schema)
    expect(call.input.safeParse(example).error?.issues ?? [], JSON.stringify(example)).toEqual([])
  })

  test.each(calls.filter(([key, call]) => hasBody(key, call)))("%s: optional fields may be null", (key, call) => {
    const schema = operationOf(key).requestBody?.content["application/json"]!.schema
    if (!schema) return
    const example = exampleOf(schema, document.components.schemas, "", false) as object
    const required = new Set((schema.required ?? []) as string[])
    const others = Object.keys(schema.properties as object).filter((name) => !required.has(name))
    const refused = others.filter((name) => {
      try {
        return !acceptedInput(key, call, { ...example, [name]: null })
      } catch {
        return true
      }
    })
    // an input may need one of several optional fields
    expect(refused.filter((name) => !(name in example))).toEqual([])
  })

  test.each(calls)("%s: an example of its response is valid", (_, call) => {
    const writer = createSchemaWriter()
    const example = exampleOf(writer.write(call.output, "output"), writer.components)
    expect(call.output.parse(example)).toEqual(example)
  })

  test.each(Object.entries(streams) as [string, Stream][])("stream %s: has input and output", (key, stream) => {
    const below = stream.carries && "redirect" in stream.carries ? `/{${stream.carries.redirect}}` : ""
    const { security, requestBody, parameters = [], responses } = operationOf(key + below)
    expect(security).toEqual(stream.access === "public" ? [{}, { bearer: [] }] : [{ bearer: [] }])
    expect(Boolean(requestBody) || parameters.length > 0 || key.startsWith("GET ")).toBe(true)
    const good = Object.entries(responses).filter(([status]) => /^(2|302)/.test(status))
    expect(good.some(([, { content, headers }]) => content ?? headers)).toBe(true)
  })

  test("an event stream is described event by event", () => {
    const { schema } = operationOf("GET /document/progress").responses["200"]!.content!["text/event-stream"]!
    const kinds = (schema.anyOf ?? [schema]) as { properties: { event: JsonSchema; data: JsonSchema } }[]
    expect(kinds.map(({ properties }) => properties.event.const)).toContain("document")
    expect(kinds[0]!.properties.data).toMatchObject({
      contentMediaType: "application/json",
      contentSchema: { $ref: expect.any(String) as string },
    })
  })

  test("resumable uploads are described request by request", () => {
    expect(Object.keys(operationOf("PATCH /upload/tus/{id}").responses)).toEqual(
      expect.arrayContaining(["204", "410", "412", "423", "507"]),
    )
    expect(Object.keys(document.paths["/upload/tus/{id}"]!)).toEqual(["head", "patch", "delete"])
    expect(operationOf("PATCH /upload/tus/{id}").requestBody!.content).toHaveProperty(["application/offset+octet-stream"])
  })
})

test("two schemas with one name, and a response that ends in a transform, are rejected", async () => {
  const { z } = await import("zod")
  const { write } = createSchemaWriter()
  write(z.object({ a: z.object({ x: z.string() }).meta({ id: "Same" }) }), "output")
  expect(() => write(z.object({ a: z.object({ y: z.string() }).meta({ id: "Same" }) }), "output")).toThrow("two schemas are called Same")
  expect(() => write(z.string().transform(Number), "output")).toThrow(/Transforms cannot be represented/)
})
