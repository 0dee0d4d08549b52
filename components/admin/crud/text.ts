import { yuan } from "@/lib/rules/format"
import { fen } from "@/lib/rules/money/money"
import { minute } from "@/lib/rules/time"
import { optionsOf, type Named } from "./field"

type Row = Record<string, unknown>

export const labelOf = (field: Pick<Named, "options">, value: unknown): string =>
  optionsOf(field).find((option) => String(option.value) === String(value))?.label ?? String(value ?? "")

/** Returns a value as plain text, for the export, titles and confirmations. */
export const textOf = (field: Named, row: Row): string => {
  const value = row[field.name]
  if (field.text) return field.text(row)
  if (value === null || value === undefined || value === "") return ""
  if (field.kind === "switch") return value ? "是" : "否"
  if (field.kind === "datetime") return minute(String(value))
  if (field.kind === "money") return yuan(fen(Number(value) || 0))
  if (Array.isArray(value)) return value.map((one) => (field.options ? labelOf(field, one) : String(one))).join("、")
  return field.options ? labelOf(field, value) : String(value)
}
