import type { Config } from "@/lib/contract/types"

/** The value of a setting in a form. */
export type SettingInput = string | number | boolean | string[] | null | undefined
export type SettingInputs = Record<string, SettingInput>

/** The server returns this instead of a stored secret. */
export const mask = "******"
export const nameOf = (row: Pick<Config, "category" | "name">): string => `${row.category}.${row.name}`

/** Converts a stored text to the input's value (docs/reference/api.md 4.1). */
export const inputOf = ({ input_type, value }: Config): SettingInput => {
  if (input_type === "switch") return /^(true|1)$/i.test(value)
  if (input_type === "number") return value.trim() === "" ? null : Number(value)
  if (input_type === "select-multi") return value.split(",").filter(Boolean)
  return value
}

export const textOf = (value: SettingInput): string =>
  Array.isArray(value) ? value.join(",") : value === null || value === undefined ? "" : String(value)

/** Returns the changed rows to send. An untouched secret still equals its mask, so it is not sent. */
export const changedRows = (rows: readonly Config[], values: SettingInputs) =>
  rows.flatMap((row) => {
    const name = nameOf(row)
    if (!(name in values)) return []
    const value = textOf(values[name])
    return value === textOf(inputOf(row)) ? [] : [{ category: row.category, name: row.name, value }]
  })

/** Parses lines of "value:label"; a value without a label is its own label. */
export const choicesOf = (options: string): { value: string; label: string }[] =>
  options
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const at = line.indexOf(":")
      return at < 0 ? { value: line, label: line } : { value: line.slice(0, at), label: line.slice(at + 1) }
    })
