import { z } from "zod"

export type JsonSchema = Record<string, unknown>

/** Converts the contract's schemas to JSON Schema. Schemas with an `id` are collected in `components` and referenced. */
export type SchemaWriter = { components: Record<string, JsonSchema>; write: (schema: z.ZodType, io: "input" | "output") => JsonSchema }

const isEmpty = (value: unknown): boolean => typeof value === "object" && value !== null && Object.keys(value).length === 0

/** Removes what is of no use to a client, and keeps one of several equivalent alternatives (`saidAs` in schema.ts). */
const tidy = (json: JsonSchema, io: "input" | "output"): void => {
  if (typeof json.saidAs === "number") {
    const { anyOf, saidAs, ...rest } = json
    for (const name of Object.keys(json)) delete json[name]
    Object.assign(json, (anyOf as JsonSchema[] | undefined)?.[saidAs as number], rest)
  }
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
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
    const made = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema, io) })
    const {
      $schema: _,
      $defs = {},
      ...json
    } = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema
    for (const [name, component] of Object.entries($defs as Record<string, JsonSchema>)) {
      const { id: _, ...rest } = component
      keep(name, rest)
    }
    return json
  }
  return { components, write }
}
