import type { FormInstance } from "antd"

/** What the server refuses with, as far as a form shows it. */
export type Refused = { message: string; field?: string }
export type FormLike = Pick<FormInstance, "setFields" | "getFieldsValue" | "scrollToField" | "focusField">

/**
 * Shows a refusal beside the field that it names and goes there; false when the form has no such field. `names` are the
 * form's own names of fields that are called otherwise on the wire.
 */
export const showAtField = (form: FormLike, { message, field = "" }: Refused, names: Record<string, string> = {}): boolean => {
  const name = names[field] ?? field
  if (!name || !(name in (form.getFieldsValue() as object))) return false
  form.setFields([{ name, errors: [message] }])
  form.scrollToField(name, { block: "center" })
  form.focusField(name)
  return true
}
