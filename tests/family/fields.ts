/** The addresses of all fields of an answer with their types: `document[].title` is a string. */
export const fieldsOf = (value: unknown, path = ""): Map<string, string> => {
  if (Array.isArray(value)) return new Map(value.flatMap((one) => [...fieldsOf(one, `${path}[]`)]))
  if (typeof value !== "object" || value === null) return new Map()
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => {
      const at = path ? `${path}.${name}` : name
      return [[at, typeOf(inner)] as const, ...fieldsOf(inner, at)]
    }),
  )
}

const typeOf = (value: unknown) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value)

/** The fields that `answer` lacks, or has with another type. A field without a value (null) counts as there. */
export const lacks = (answer: unknown, fields: Map<string, string>): string[] => {
  const problems = new Set<string>()
  for (const [path, type] of fields) {
    const at = path.lastIndexOf(".")
    for (const parent of at < 0 ? [answer] : valuesAt(answer, path.slice(0, at))) {
      if (typeof parent !== "object" || parent === null) continue
      const value = (parent as Record<string, unknown>)[path.slice(at + 1)]
      if (value === undefined) problems.add(`${path} is missing`)
      else if (value !== null && typeOf(value) !== type) problems.add(`${path} is ${typeOf(value)}, not ${type}`)
    }
  }
  return [...problems]
}

/** All values at an address such as `document[].user`. */
const valuesAt = (value: unknown, path: string): unknown[] =>
  path.split(".").reduce<unknown[]>(
    (values, part) => {
      const name = part.replaceAll("[]", "")
      const inner = values.map((one) => (typeof one === "object" && one !== null ? (one as Record<string, unknown>)[name] : undefined))
      return part.endsWith("[]") ? inner.flatMap((one) => (Array.isArray(one) ? one : [])) : inner
    },
    [value],
  )
