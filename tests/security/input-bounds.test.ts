import { expect, test } from "vitest"
import { callOf, keys } from "../../lib/contract/contract"
import { openApiDocument } from "../../lib/contract/openapi/document"

type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
} & Partial<Record<"maxLength" | "enum" | "const" | "format" | "pattern" | "maxItems", unknown>>
type Operation = { parameters?: { name: string; schema: Schema }[]; requestBody?: { content: Record<string, { schema: Schema }> } }

const { paths, components } = openApiDocument("0") as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const isBounded = (schema: Schema) => ["maxLength", "enum", "const", "format", "pattern"].some((rule) => rule in schema)

/** Returns the texts of an input without a limit on length, characters or format, by their position. */
const looseTexts = (schema: Schema, at: string): string[] => {
  const named = schema.$ref ? (components.schemas[schema.$ref.split("/").at(-1)!] ?? {}) : schema
  return [
    ...(named.type === "string" && !isBounded(named) ? [at] : []),
    ...Object.entries(named.properties ?? {}).flatMap(([name, inner]) => looseTexts(inner, `${at}.${name}`)),
    ...(named.items ? looseTexts(named.items, at) : []),
    ...[...(named.anyOf ?? []), ...(named.oneOf ?? []), ...(named.allOf ?? [])].flatMap((inner) => looseTexts(inner, at)),
  ]
}

/**
 * Limited by rules that a schema cannot express: columns chosen from a list, times, user names, and headers, whose total size the server
 * limits.
 */
const boundedElsewhere = ["field", "created_at", "username", "If-Match", "Tus-Resumable", "Upload-Metadata", "id", "type"]

test("every text of every input has a length, a format or fixed values before it is used [security: 1.3.3, 2.2.1]", () => {
  const loose = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => [
      ...parameters.flatMap(({ name, schema }) => looseTexts(schema, `${method} ${path} ?${name}`)),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => looseTexts(schema, `${method} ${path} `)),
    ]),
  )
  expect(Object.keys(paths).length).toBeGreaterThan(100)
  const nameOf = (text: string) => /[.?]([\w-]+)$/.exec(text)?.[1] ?? ""
  expect(loose.filter((text) => !boundedElsewhere.includes(nameOf(text)))).toEqual([])
  expect(boundedElsewhere.filter((name) => !loose.some((text) => nameOf(text) === name))).toEqual([])
})

test.each(["username", "created_at"])("%s is limited too, with a function as its rule [security: 1.3.3]", (name) => {
  const long = "x".repeat(5_000)
  const having = keys.flatMap((key) => {
    const { input } = callOf(key)!
    const rule =
      "shape" in input
        ? (input.shape as Record<string, { safeParse: (value: unknown) => { success: boolean; data?: unknown } }>)[name]
        : undefined
    return rule ? [[key, rule] as const] : []
  })
  expect(having.length).toBeGreaterThan(2)
  for (const [key, rule] of having) {
    const parsed = [rule.safeParse(long), rule.safeParse([long])]
    expect(
      parsed.some(({ success, data }) => success && JSON.stringify(data ?? "").includes(long)),
      key,
    ).toBe(false)
  }
})
