import type { JsonSchema } from "./schema-writer"

/** Returns the query parameters of an input, one per field; lists become repeated keys. */
export const parametersOf = ({ properties = {}, required = [] }: JsonSchema): JsonSchema[] =>
  Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: "query",
    required: (required as string[]).includes(name),
    style: "form",
    explode: true,
    schema,
  }))
