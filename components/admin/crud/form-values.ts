import type { FormRule } from "antd"
import { readableNumber } from "@/components/ui/form/number-field"
import type { CrudEntry } from "./entity"
import { optionsOf, type Named, type FieldValues } from "./field"

/** Returns the fields in the form of a new or an edited row. */
export const formFields = (fields: readonly Named[], editing: boolean): Named[] =>
  fields.filter(
    ({ form = true }) => form === true || (editing ? form === "edit" || form === "locked" : form === "create" || form === "locked"),
  )

const zeroOf = (field: Named): unknown => {
  if (field.kind === "switch") return false
  if (field.kind === "number" || field.kind === "money") return field.min ?? 0
  if (field.kind === "enums" || field.many || field.reference?.lineage) return []
  if (field.kind === "ref" && !field.required) return 0
  if (field.kind === "enum" || field.kind === "user" || field.kind === "ref") return undefined
  return ""
}

/** Returns the row's value for the input. "" becomes undefined for an enumeration without an option "". */
const keptOf = (field: Named, row: CrudEntry): unknown => {
  const value = row[field.name] ?? zeroOf(field)
  return field.kind === "enum" && value === "" && !optionsOf(field).some((option) => option.value === "") ? undefined : value
}

export const initialOf = (fields: readonly Named[], row: CrudEntry | null): FieldValues =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      row ? keptOf(field, row) : (field.initial ?? (field.kind === "number" || field.kind === "money" ? undefined : zeroOf(field))),
    ]),
  )

const sameAs = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Returns the values to send: only changed ones, without locked fields. A cleared number becomes its minimum (or 0), a cleared text "". */
export const changesOf = (fields: readonly Named[], before: FieldValues, after: FieldValues): FieldValues => {
  const fresh = Object.keys(before).length === 0
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = after[field.name]
      if (sameAs(before[field.name], value) || (field.form === "locked" && !fresh)) return []
      if (value === undefined || value === null) return fresh || zeroOf(field) === undefined ? [] : [[field.name, zeroOf(field)]]
      return [[field.name, typeof value === "string" ? value.trim() : value]]
    }),
  )
}

/**
 * Returns the validation rules of a field: a readable number, required. A locked field has none, since it cannot be filled in, and a list that
 * was empty in the row may stay empty (a document without a category).
 */
export const rulesOf = (field: Named, row: CrudEntry | null): FormRule[] => {
  if (row && field.form === "locked") return []
  // a price field is a number without the kind
  const readable = field.kind === "number" || field.kind === "money" || field.name === "price" ? [readableNumber] : []
  const value = row?.[field.name]
  const wasEmpty = Array.isArray(value) && value.length === 0 && !field.always
  if (!field.required || wasEmpty) return readable
  const choose = ["enum", "enums", "user", "ref", "datetime", "color"].includes(field.kind ?? "")
  const message =
    typeof field.required === "string"
      ? field.required
      : `${choose ? "请选择" : field.kind === "image" ? "请上传" : "请输入"}${field.label}`
  const several = field.kind === "enums" || field.many || field.reference?.lineage
  return [...readable, { required: true, message, ...(several ? { type: "array" as const, min: 1 } : {}) }]
}

/** Returns the earlier values that undo a change; null if the row does not contain all of them. */
export const reverseOf = (fields: readonly Named[], row: CrudEntry, values: FieldValues): FieldValues | null => {
  const names = Object.keys(values)
  const before = initialOf(
    fields.filter((field) => names.includes(field.name)),
    row,
  )
  return names.every((name) => name in row && before[name] !== undefined) ? before : null
}

/** Returns the form's values after a conflict: the user's changes on top of the current row. */
export const rebased = (fields: readonly Named[], before: FieldValues, typed: FieldValues, fresh: CrudEntry): FieldValues => {
  const mine = changesOf(fields, before, typed)
  return { ...initialOf(fields, fresh), ...Object.fromEntries(Object.keys(mine).map((name) => [name, typed[name]])) }
}

/** Returns the fields that are visible for these values. */
export const visibleFields = <F extends Pick<Named, "visible">>(fields: readonly F[], values: FieldValues): F[] =>
  fields.filter((field) => field.visible?.(values) ?? true)

/** Returns the typed values of visible fields and the initial values of hidden ones. */
export const meantValues = (fields: readonly Named[], initial: FieldValues, values: FieldValues): FieldValues => ({
  ...initial,
  ...Object.fromEntries(visibleFields(fields, values).map(({ name }) => [name, values[name]])),
})

/** Groups fields by heading, in order of first appearance; fields without a heading come first. */
export const groupsOf = <F extends Pick<Named, "group">>(fields: readonly F[]): [heading: string, fields: F[]][] => {
  const groups = new Map<string, F[]>()
  for (const field of fields.toSorted((a, b) => Number(Boolean(a.group)) - Number(Boolean(b.group))))
    groups.set(field.group ?? "", [...(groups.get(field.group ?? "") ?? []), field])
  return [...groups]
}
