import type { Json } from "./schema-writer"

/** Returns the query parameters of an input, one per field; lists become repeated keys. */
export const parametersOf = ({ properties = {}, required = [] }: Json): Json[] =>
  Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: "query",
    required: (required as string[]).includes(name),
    style: "form",
    explode: true,
    schema,
  }))
