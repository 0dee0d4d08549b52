/* The steps of an OpenSearch index for a document: checks it against the mapping and splits texts at whitespace. */

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
    /** Its cause, if the engine names one. */
    override readonly cause: { type: string; reason: string } | undefined = undefined,
  ) {
    super(reason)
  }
}

/** The ranges of whole numbers. Longer ones than JavaScript's are not modelled. */
const ranges: Record<string, number> = { byte: 2 ** 7, integer: 2 ** 31, long: Number.MAX_SAFE_INTEGER, date: Number.MAX_SAFE_INTEGER }
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** Like the engine, accepts texts that are numbers, and cuts decimals off where a field is whole (`coerce`). */
const numberOf = (type: string, value: unknown): number | null => {
  const number = typeof value === "number" ? value : typeof value === "string" && value.trim() ? Number(value) : Number.NaN
  if (!Number.isFinite(number)) return null
  const range = ranges[type]
  if (range === undefined) return number
  return number >= -range && number < range ? Math.trunc(number) : null
}
const valueOf = ({ type }: EngineField, value: unknown): string | number | boolean | null => {
  if (type in ranges || type === "double") return numberOf(type, value)
  if (type === "boolean") return typeof value === "boolean" ? value : value === "true" || value === "false" ? value === "true" : null
  return typeof value === "object" || value === undefined ? null : String(value)
}

const checked = (field: EngineField, name: string, value: unknown): string | number | boolean => {
  const one = valueOf(field, value)
  if (one !== null) return one
  throw new EngineRefusal("mapper_parsing_exception", `failed to parse field [${name}] of type [${field.type}] in document`)
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
