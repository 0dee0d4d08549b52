/* What an OpenSearch index does with a document: checks it against the mapping and splits texts at whitespace. */

export type EngineField = { type: string; index?: boolean; doc_values?: boolean; properties?: Record<string, EngineField> }
export type EngineSource = { [name: string]: unknown }
/** `texts` are the tokens of each value of a text field, `values` those of all other fields, `nested` the inner documents. */
export type Indexed = {
  id: string
  source: EngineSource
  texts: Map<string, string[][]>
  values: Map<string, (string | number | boolean)[]>
  nested: Map<string, Indexed[]>
}

export class EngineRefusal extends Error {
  constructor(
    readonly type: string,
    reason: string,
    readonly status = 400,
  ) {
    super(reason)
  }
}

const whole = new Set(["byte", "integer", "long", "date"])
const fits = ({ type }: EngineField, value: unknown): boolean => {
  if (whole.has(type)) return Number.isInteger(value)
  if (type === "double") return typeof value === "number"
  return type === "boolean" ? typeof value === "boolean" : typeof value === "string"
}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

const checked = (field: EngineField, name: string, value: unknown): string | number | boolean => {
  if (fits(field, value)) return value as string | number | boolean
  throw new EngineRefusal("mapper_parsing_exception", `failed to parse field [${name}] of type [${field.type}]`)
}

/** Returns a document in searchable form. `prefix` is the path to an inner document. */
export const indexed = (id: string, source: EngineSource, fields: Record<string, EngineField>, prefix = ""): Indexed => {
  const one: Indexed = { id, source, texts: new Map(), values: new Map(), nested: new Map() }
  for (const [key, given] of Object.entries(source)) {
    const [name, field] = [prefix + key, fields[key]]
    if (!field) throw new EngineRefusal("strict_dynamic_mapping_exception", `dynamic introduction of [${name}] is not allowed`)
    const list = listOf(given)
    if (field.type === "nested")
      one.nested.set(
        name,
        list.map((inner) => indexed(id, inner as EngineSource, field.properties!, `${name}.`)),
      )
    else if (field.type === "text")
      one.texts.set(
        name,
        list.map((value) =>
          String(checked(field, name, value))
            .split(/\s+/)
            .filter(Boolean),
        ),
      )
    else
      one.values.set(
        name,
        list.map((value) => checked(field, name, value)),
      )
  }
  return one
}
