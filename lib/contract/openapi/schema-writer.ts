import { z } from "zod"

export type JsonSchema = Record<string, unknown>

/** Converts the contract's schemas to JSON Schema. Schemas with an `id` are collected in `components` and referenced. */
export type SchemaWriter = { components: Record<string, JsonSchema>; write: (schema: z.ZodType, io: SchemaUse) => JsonSchema }
/** `body`: an input that is sent as JSON, where null means "not given" (`server/wire/input.ts`). */
export type SchemaUse = "input" | "body" | "output"

const isEmpty = (value: unknown): boolean => typeof value === "object" && value !== null && Object.keys(value).length === 0

const nullType: JsonSchema = { type: "null" }

/** Returns a schema that also accepts null. */
const nullable = (schema: JsonSchema): JsonSchema => {
  if (Array.isArray(schema.anyOf)) {
    const { anyOf, ...rest } = schema as { anyOf: JsonSchema[] }
    return anyOf.some(({ type }) => type === "null") ? schema : { ...rest, anyOf: [...anyOf, nullType] }
  }
  if (typeof schema.type !== "string" || "const" in schema) return { anyOf: [schema, nullType] }
  return { ...schema, type: [schema.type, "null"], ...(Array.isArray(schema.enum) ? { enum: [...(schema.enum as unknown[]), null] } : {}) }
}

/** Makes every optional property nullable, in all objects inside the schema. */
const withNulls = (schema: JsonSchema): JsonSchema => {
  const made = { ...schema }
  for (const name of ["anyOf", "prefixItems"])
    if (Array.isArray(made[name])) made[name] = (made[name] as JsonSchema[]).map((part) => withNulls(part))
  if (typeof made.items === "object") made.items = withNulls(made.items as JsonSchema)
  if (typeof made.properties === "object") {
    const required = new Set((made.required ?? []) as string[])
    const properties = Object.entries(made.properties as Record<string, JsonSchema>).map(([name, part]) => {
      const inner = withNulls(part)
      return [name, required.has(name) ? inner : nullable(inner)]
    })
    made.properties = Object.fromEntries(properties)
  }
  return made
}

type TupleSchema = JsonSchema & { prefixItems: JsonSchema[] }
/** Describes a tuple of identical members as a list of that length. `maxItems` already says that nothing follows the members. */
const tidyTuple = (json: TupleSchema): void => {
  const [first, ...others] = json.prefixItems.map((member) => JSON.stringify(member))
  if (json.items === false) delete json.items
  if (!others.every((member) => member === first)) return
  json.items = json.prefixItems[0]
  delete (json as JsonSchema).prefixItems
}

/** Removes parts that are of no use to a client, and keeps one of several equivalent alternatives (`saidAs` in schema.ts). */
const tidy = (json: JsonSchema, io: SchemaUse): void => {
  if (typeof json.saidAs === "number") {
    const { anyOf, saidAs, ...rest } = json
    for (const name of Object.keys(json)) delete json[name]
    Object.assign(json, (anyOf as JsonSchema[] | undefined)?.[saidAs as number], rest)
  }
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (Array.isArray(json.prefixItems)) tidyTuple(json as TupleSchema)
  // `format` already implies the pattern
  if (json.format) delete json.pattern
  if (isEmpty(json.additionalProperties)) json.additionalProperties = true
  if (io === "output") {
    // a later version may add fields, and answers always contain every field
    if (json.additionalProperties === false) delete json.additionalProperties
    delete json.default
  }
}

/**
 * Throws for a schema that JSON Schema cannot express (a transform as the last step of an answer), which would otherwise be described as
 * "anything".
 */
export const createSchemaWriter = (): SchemaWriter => {
  const components: Record<string, JsonSchema> = {}
  const keep = (name: string, schema: JsonSchema) => {
    const existing = components[name]
    if (existing && JSON.stringify(existing) !== JSON.stringify(schema)) throw new Error(`two schemas are called ${name}`)
    components[name] = schema
  }
  const write: SchemaWriter["write"] = (schema, io) => {
    const made = z.toJSONSchema(schema, {
      io: io === "output" ? io : "input",
      override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema, io),
    })
    const finish = (json: JsonSchema) => (io === "body" ? withNulls(json) : json)
    const {
      $schema: _,
      $defs = {},
      ...json
    } = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema
    for (const [name, component] of Object.entries($defs as Record<string, JsonSchema>)) {
      const { id: _, ...rest } = component
      keep(name, finish(rest))
    }
    return finish(json)
  }
  return { components, write }
}
