import type { ReactElement, ReactNode } from "react"
import type { PictureKind } from "@/lib/rules/library/picture-rules"
import type { Capability } from "@/lib/view/capabilities"
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
/** What `input` receives: the row being edited (null for a new one), and whether the field is locked. */
export type InputPlace<R> = { row: R | null; disabled: boolean }

export type Values = Record<string, unknown>

/**
 * One field of an entity: a column, a form item and, with `search`, a filter of the list. `kind` decides how it is drawn;
 * `render` and `input` replace its cell and its input. `R` is a row, `S` the screen that `render` receives besides it, `F` the
 * names of the form's values.
 */
export type Field<R = Record<string, unknown>, S = unknown, F extends string = string> = {
  label: string
  /** neither column, form item nor filter where the server behind the site does not have it */
  needs?: Capability
  kind?: FieldKind
  options?: readonly Option[] | { options: readonly Option[] }
  /** the choices of a `ref` */
  reference?: Reference
  /** colours of tags, by value */
  tones?: Record<string | number, Tone>
  /** shown as a filter of the list; a text is its placeholder */
  search?: boolean | string
  /** false = no column; "hidden" = not shown unless chosen */
  column?: boolean | "hidden"
  /** false = not in the form; "create" or "edit" = only in that form; "locked" = read-only while editing */
  form?: boolean | "create" | "edit" | "locked"
  required?: boolean | string
  /** maximum length of a text, or bounds of a number; `money` in 分 */
  max?: number
  min?: number
  /** value in the form of a new row */
  initial?: unknown
  hint?: string
  placeholder?: string
  /** the server can order by it */
  sort?: boolean
  width?: number
  /** the row's name: title of its card on phones, and named in questions about it */
  title?: boolean
  /** shown on the card besides the title; if no field has it, the first three columns are */
  card?: boolean
  /** offers shortcuts for a moment in the future (docs/reference/specification.md 9) */
  expiry?: boolean
  /** several values; false = the filter takes only one */
  many?: boolean
  /** upload kind of an image */
  picture?: PictureKind
  /** text in place of the raw value, also in the export: a person's name instead of their id; `creditName` as `{credit}` in a label */
  text?: (row: R, creditName: string) => string
  /** a switch or a number that can be changed in the list itself by those who may edit */
  inline?: boolean
  /** sent with every change, because the call requires it */
  always?: boolean
  /** heading in the form under which the fields of this group stand */
  group?: string
  /** whether the form shows the field for these values; a hidden one keeps its initial value */
  visible?: (values: Partial<Record<F, unknown>>) => boolean
  render?: (row: R, screen: S) => ReactNode
  input?: (place: InputPlace<R>) => ReactElement
  /** the input of the filter; values are texts, as in the address */
  filter?: (value: string[], onChange: (values: string[]) => void) => ReactElement
}

/** `added`: the engine's own, which goes first where there is no room. */
export type Named<R = Record<string, unknown>> = Omit<Field<R>, "text"> & { name: string; added?: true; text?: (row: R) => string }

/** `{credit}` in the label of a field or of a choice stands for what the site calls its credits. */
export const withCreditName = <R>(field: Field<R> & { name: string }, creditName: string): Named<R> => {
  const { text, options } = field
  const named = (label: string) => label.replace("{credit}", creditName)
  return {
    ...field,
    label: named(field.label),
    options: options && optionsOf(field).map((option) => ({ ...option, label: named(option.label) })),
    text: text && ((row) => text(row, creditName)),
  }
}

export const optionsOf = (field: Pick<Field, "options">): readonly Option[] =>
  field.options ? ("options" in field.options ? field.options.options : field.options) : []
export const yesNo: readonly Option[] = [
  { value: "true", label: "是" },
  { value: "false", label: "否" },
]
