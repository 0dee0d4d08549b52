import { z } from "zod"

export type Json = Record<string, unknown>

/** Makes JSON schemas of the contract's; those that have an `id` are collected in `components` and referred to. */
export type SchemaWriter = { components: Record<string, Json>; write: (schema: z.ZodType, io: "input" | "output") => Json }

const isEmpty = (value: unknown): boolean => typeof value === "object" && value !== null && Object.keys(value).length === 0

/** Takes out what says nothing to a client, and leaves one of several ways to say the same (`saidAs` in schema.ts). */
const tidy = (json: Json, io: "input" | "output"): void => {
  if (typeof json.saidAs === "number") {
    const { anyOf, saidAs, ...own } = json
    for (const name of Object.keys(json)) delete json[name]
    Object.assign(json, (anyOf as Json[] | undefined)?.[saidAs as number], own)
  }
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  // the format says it
  if (json.format) delete json.pattern
  if (isEmpty(json.additionalProperties)) json.additionalProperties = true
  if (io === "output") {
    // a later version may add fields, and every field of an answer is there
    if (json.additionalProperties === false) delete json.additionalProperties
    delete json.default
  }
}

/** A schema that JSON Schema cannot say (a transform as an answer's last step) throws: its answer would be described as anything. */
export const createSchemaWriter = (): SchemaWriter => {
  const components: Record<string, Json> = {}
  const keep = (name: string, schema: Json) => {
    const known = components[name]
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two schemas are called ${name}`)
    components[name] = schema
  }
  const write: SchemaWriter["write"] = (schema, io) => {
    const made = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => tidy(jsonSchema as Json, io) })
    const { $schema: _, $defs = {}, ...json } = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
    for (const [name, component] of Object.entries($defs as Record<string, Json>)) {
      const { id: _, ...rest } = component
      keep(name, rest)
    }
    return json
  }
  return { components, write }
}
