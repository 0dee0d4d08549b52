import type { ReactElement, ReactNode } from "react"
import type { Reference } from "./reference"

export type FieldKind =
  | "text"
  | "textarea"
  | "html"
  | "number"
  | "switch"
  | "enum"
  | "enums"
  | "image"
  | "datetime"
  | "user"
  | "color"
  | "link"
  | "money"
  | "ref"
export type Tone = "" | "ok" | "warn" | "bad" | "info" | "pri"
export type Option = { value: number | string; label: string }
/** What `input` is told: is a row edited, and which. */
export type InputPlace<R> = { row: R | null; disabled: boolean }

export type Values = Record<string, unknown>

/**
 * One field of an entity: a column, a form item and, with `search`, a condition of the list. What is not said follows from
 * `kind`. `render` and `input` are the exits for what no kind draws. `R` is a row, `S` what `render` may work with besides it,
 * `F` the names of the form's values.
 */
export type Field<R = Record<string, unknown>, S = unknown, F extends string = string> = {
  label: string
  kind?: FieldKind
  options?: readonly Option[] | { options: readonly Option[] }
  /** where a `ref` finds the rows that it points to */
  reference?: Reference
  /** colours of an enumeration's tags, by value */
  tones?: Record<string | number, Tone>
  /** a condition of the list; a text is its placeholder */
  search?: boolean | string
  /** false = no column; "hidden" = only when chosen */
  column?: boolean | "hidden"
  /** false = not in the form; "create" or "edit" = only there; "locked" = shown while editing, not changed */
  form?: boolean | "create" | "edit" | "locked"
  required?: boolean | string
  /** the longest text, the largest and the smallest number; of `money` in 分 */
  max?: number
  min?: number
  /** of a new row */
  initial?: unknown
  hint?: string
  placeholder?: string
  /** the server can order by it */
  sort?: boolean
  width?: number
  /** the row's name: the card's title on phones, what a deletion names */
  title?: boolean
  /** a place on the phone's card besides the title; the first three columns otherwise */
  card?: boolean
  /** shortcuts of a moment to come (docs/reference/specification.md 9), or of one that was */
  expiry?: boolean
  /** several people, or several values; false = the list takes one value of this condition */
  many?: boolean
  /** kind of upload of an image */
  picture?: "avatar" | "banner" | "category" | "config" | "article"
  /** the words of a column whose value says too little, also for the export: a person's name beside their id */
  text?: (row: R) => string
  /** a switch or a number that is changed in the list itself, by whom it is allowed */
  inline?: boolean
  /** sent with every change, since the call asks for it */
  always?: boolean
  /** fields of the same group stand together in the form, under this heading */
  group?: string
  /** drawn only while the form's values say so; while hidden it stays as it was */
  visible?: (values: Partial<Record<F, unknown>>) => boolean
  render?: (row: R, screen: S) => ReactNode
  input?: (place: InputPlace<R>) => ReactElement
  /** the control of the condition; the address holds texts */
  filter?: (value: string[], onChange: (values: string[]) => void) => ReactElement
}

export type Named<R = Record<string, unknown>> = Field<R> & { name: string }

export const optionsOf = (field: Pick<Field, "options">): readonly Option[] =>
  field.options ? ("options" in field.options ? field.options.options : field.options) : []
export const yesNo: readonly Option[] = [
  { value: "true", label: "是" },
  { value: "false", label: "否" },
]
