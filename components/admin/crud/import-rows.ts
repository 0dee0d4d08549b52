import type { CrudEntry } from "./entity"
import { readNumber } from "@/lib/rules/typed-text"
import { optionsOf, type Named, type FieldValues } from "./field"
import { changesOf, initialOf, meantValues, visibleFields } from "./form-values"
import type { ReferenceChoice } from "./reference"

/* One line of a CSV file, interpreted as a row of the entity. Nothing is written in this file. */

/**
 * `skip`: the row already exists. `note` gives that or another reason. `refs` are names of other rows by field, resolved when the row is
 * written.
 */
export type ImportRow = {
  line: number
  cells: string[]
  values: FieldValues
  refs: Record<string, string>
  state: "ready" | "skip" | "bad" | "done"
  note: string
}
export type Column = { field: Named; at: number }

const kinds = ["text", "textarea", "number", "switch", "enum", "link", "color", "ref"]
/** Returns the fields of a new row that a spreadsheet can contain: no images, no users and no fields that the form hides. */
export const importFields = (creating: readonly Named[]): Named[] => {
  const fields = visibleFields(creating, initialOf(creating, null))
  return fields.filter(({ kind = "text", many, reference }) => kinds.includes(kind) && !many && !reference?.lineage)
}

/** Maps the labels in the header row to fields. */
export const columnsOf = (fields: readonly Named[], header: readonly string[]) => {
  const names = header.map((one) => one.trim())
  const columns = fields.flatMap((field): Column[] => {
    const at = names.findIndex((name) => name === field.label || name === field.name)
    return at < 0 ? [] : [{ field, at }]
  })
  return {
    columns,
    missing: fields.filter((field) => field.required && !columns.some((column) => column.field === field)),
    unknown: names.filter((name, at) => name && !columns.some((column) => column.at === at)),
  }
}

const yes = ["是", "true", "1", "启用", "开"]
const no = ["否", "false", "0", "禁用", "关"]
const linkPattern = /^(\/(?!\/)|https?:\/\/)/i

const tooLong = ({ label, max }: Named, text: string) => (max && text.length > max ? `${label}最多 ${max} 个字` : "")

type Read = { value: unknown } | { error: string }
/** Parses a cell for a field, with the same rules as the form; "" keeps the field's initial value. */
const readCell = (field: Named, text: string): Read => {
  const { label, kind = "text", min, max } = field
  const folded = text.toLowerCase()
  if (kind === "number") {
    const value = readNumber(text)
    if (value === null || !Number.isInteger(value) || Math.abs(value) >= 1e9) return { error: `${label}应为整数` }
    if ((min !== undefined && value < min) || (max !== undefined && value > max)) return { error: `${label}应在 ${min} 到 ${max} 之间` }
    return { value }
  }
  if (kind === "switch") {
    if (!yes.includes(folded) && !no.includes(folded)) return { error: `${label}应为“是”或“否”` }
    return { value: yes.includes(folded) }
  }
  if (kind === "enum") {
    const option = optionsOf(field).find((one) => one.label === text || String(one.value) === text)
    const all = optionsOf(field).map((one) => one.label)
    return option ? { value: option.value } : { error: `${label}应为${all.join("、")}之一` }
  }
  if (kind === "link" && !linkPattern.test(text)) return { error: `${label}应以 / 或 http 开头` }
  const error = tooLong(field, text)
  return error ? { error } : { value: text }
}

/** Removes the apostrophe that the export adds for spreadsheets, and line breaks if the field has a single line. */
const cleaned = (field: Named, text: string): string => {
  const plain = text.trim().replace(/^'(?=[=+\-@])/, "")
  return field.kind === "textarea" ? plain : plain.replace(/\s*\n\s*/g, " ")
}

const separator = " / "
const pathOf = (text: string): string =>
  text
    .split("/")
    .map((part) => part.trim())
    .filter(Boolean)
    .join(separator)
/** Maps names, and in a tree also paths ("甲 / 乙"), to rows. A name that two rows share maps to null. */
export const namesOf = (choices: readonly ReferenceChoice[], above = ""): Map<string, ReferenceChoice["value"] | null> => {
  const names = new Map<string, ReferenceChoice["value"] | null>()
  const note = (name: string, value: ReferenceChoice["value"] | null) =>
    names.set(name, names.has(name) && names.get(name) !== value ? null : value)
  for (const { value, label, children = [] } of choices) {
    note(label, value)
    if (above) note(`${above}${separator}${label}`, value)
    for (const [name, below] of namesOf(children, above ? `${above}${separator}${label}` : label)) note(name, below)
  }
  return names
}
export type ReferenceNames = Record<string, ReturnType<typeof namesOf>>

type Source = {
  fields: readonly Named[]
  /** rows with the same value of this field (in a tree: under the same parent) count as duplicates */
  key: string
  names: ReferenceNames
  existing: readonly CrudEntry[]
}

/** Returns the parent of a tree row: an id, or the path of a row that this file creates. */
const parentOf = ({ refs, values }: Pick<ImportRow, "refs" | "values">, names: ReferenceNames): string =>
  refs["parent_id"] ? String(names["parent_id"]?.get(refs["parent_id"]) ?? refs["parent_id"]) : String(values["parent_id"] ?? 0)
const sameness = (parent: string, value: unknown) => `${parent}\n${String(value ?? "").toLowerCase()}`

/** Reads and checks every row below the header. Rows whose parent is an earlier row of the file refer to it by name. */
export const rowsOf = (lines: readonly { line: number; cells: string[] }[], columns: readonly Column[], source: Source): ImportRow[] => {
  const { fields, key, names, existing } = source
  const initial = initialOf(fields, null)
  const present = new Set(existing.map((row) => sameness(String(row["parent_id"] ?? 0), row[key])))
  const seen = new Map<string, number>()
  const coming = new Set<string>()
  return lines.map(({ line, cells }): ImportRow => {
    const given: FieldValues = {}
    const refs: Record<string, string> = {}
    const errors: string[] = []
    for (const { field, at } of columns) {
      const text = cleaned(field, cells[at] ?? "")
      if (text === "") {
        if (field.required) errors.push(`${field.label}不能为空`)
      } else if (field.kind === "ref") {
        refs[field.name] = pathOf(text)
        const match = names[field.name]?.get(pathOf(text))
        if (match === null) errors.push(`${field.label}“${text}”有好几个，请写出完整的路径，例如 甲 / 乙`)
        else if (match === undefined && !coming.has(pathOf(text))) errors.push(`没有${field.label}“${text}”`)
      } else {
        const read = readCell(field, text)
        if ("error" in read) errors.push(read.error)
        else given[field.name] = read.value
      }
    }
    const values = changesOf(fields, {}, meantValues(fields, initial, { ...initial, ...given }))
    const row: ImportRow = { line, cells, values, refs, state: errors.length ? "bad" : "ready", note: errors.join("；") }
    if (row.state === "bad") return row
    const same = sameness(parentOf(row, names), values[key])
    const earlier = seen.get(same)
    seen.set(same, earlier ?? line)
    for (const path of pathsOf(row, key)) coming.add(path)
    if (present.has(same)) return { ...row, state: "skip", note: "已经有了，会跳过" }
    return earlier ? { ...row, state: "skip", note: `和第 ${earlier} 行重复，会跳过` } : row
  })
}

/** Returns the names that later rows of the file may use to refer to this one. */
export const pathsOf = ({ values, refs }: Pick<ImportRow, "values" | "refs">, key: string): string[] => {
  const name = String(values[key] ?? "")
  return refs["parent_id"] ? [name, `${refs["parent_id"]}${separator}${name}`] : [name]
}

/** Returns the values to send, with names of other rows replaced by ids; null if a name has no match. */
export const resolved = ({ values, refs }: Pick<ImportRow, "values" | "refs">, names: ReferenceNames): FieldValues | null => {
  const ids = Object.entries(refs).map(([name, text]) => [name, names[name]?.get(text)] as const)
  return ids.some(([, id]) => id === undefined || id === null) ? null : { ...values, ...Object.fromEntries(ids) }
}
