import type { ReactElement, ReactNode } from "react"
import type { PictureKind } from "@/lib/rules/library/picture-rules"
import type { Reference } from "./reference"

export type FieldKind =
  | "text"
  | "textarea"
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
export type FieldOption = { value: number | string; label: string }
/** The context of `input`: the row being edited (null for a new one) and whether the field is locked. */
export type InputSlot<R> = { row: R | null; disabled: boolean }

export type FieldValues = Record<string, unknown>

/**
 * One field of an entity: a column, a form item and, with `search`, a filter of the list. `kind` decides how it is rendered;
 * `render` and `input` replace its cell and its input. `R` is a row, `S` the screen that `render` also receives, `F` the
 * names of the form's values.
 */
export type CrudField<R = Record<string, unknown>, S = unknown, F extends string = string> = {
  label: string
  kind?: FieldKind
  options?: readonly FieldOption[] | { options: readonly FieldOption[] }
  /** source of the options of a `ref` */
  reference?: Reference
  /** tag colours by value */
  tones?: Record<string | number, Tone>
  /** adds a filter to the list; a text is its placeholder */
  search?: boolean | string
  /** false = no column; "hidden" = hidden by default */
  column?: boolean | "hidden"
  /** false = not in the form; "create" or "edit" = only in that form; "locked" = read-only while editing */
  form?: boolean | "create" | "edit" | "locked"
  required?: boolean | string
  /** maximum length of a text, or bounds of a number; `money` in 分 */
  max?: number
  min?: number
  /** initial value in the form of a new row */
  initial?: unknown
  hint?: string
  placeholder?: string
  /** the server can sort by it */
  sort?: boolean
  width?: number
  /** the row's name: title of its card on phones and name in confirmations */
  title?: boolean
  /** displayed on the card below the title; if no field sets it, the first three columns are used */
  card?: boolean
  /** offers shortcuts for future times (docs/reference/specification.md 9) */
  expiry?: boolean
  /** accepts several values; false = the filter accepts only one */
  many?: boolean
  /** upload kind of the image */
  picture?: PictureKind
  /**
   * text instead of the raw value, also in the export, such as a username instead of the id; `creditName` replaces `{credit}` in a label
   */
  text?: (row: R, creditName: string) => string
  /** a switch or number that users with edit permission can change in the list */
  inline?: boolean
  /** sent with every update, because the call requires it */
  always?: boolean
  /** heading above the fields of this group in the form */
  group?: string
  /** whether the form displays the field for these values; a hidden field keeps its initial value */
  visible?: (values: Partial<Record<F, unknown>>) => boolean
  render?: (row: R, screen: S) => ReactNode
  input?: (context: InputSlot<R>) => ReactElement
  /** the input of the filter; values are strings, as in the URL */
  filter?: (value: string[], onChange: (values: string[]) => void) => ReactElement
}

/** `added`: the field was added by the engine and is hidden first if space runs out. */
export type Named<R = Record<string, unknown>> = Omit<CrudField<R>, "text"> & { name: string; added?: true; text?: (row: R) => string }

/** Replaces `{credit}` in the label of a field or option by the site's name for its credits. */
export const withCreditName = <R>(field: CrudField<R> & { name: string }, creditName: string): Named<R> => {
  const { text, options } = field
  const named = (label: string) => label.replace("{credit}", creditName)
  return {
    ...field,
    label: named(field.label),
    options: options && optionsOf(field).map((option) => ({ ...option, label: named(option.label) })),
    text: text && ((row) => text(row, creditName)),
  }
}

export const optionsOf = (field: Pick<CrudField, "options">): readonly FieldOption[] =>
  field.options ? ("options" in field.options ? field.options.options : field.options) : []
export const yesNo: readonly FieldOption[] = [
  { value: "true", label: "是" },
  { value: "false", label: "否" },
]
