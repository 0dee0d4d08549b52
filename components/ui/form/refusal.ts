import type { FormInstance } from "antd"

/** The part of a server error that a form displays. */
export type FormRefusal = { message: string; field?: string }
export type FormLike = Pick<FormInstance, "setFields" | "getFieldsValue" | "scrollToField" | "focusField">

/**
 * Displays an error beside the field that it names and focuses it; returns false if the form has no such field. `names` maps field names of
 * the API to the form's own.
 */
export const showAtField = (form: FormLike, { message, field = "" }: FormRefusal, names: Record<string, string> = {}): boolean => {
  const name = names[field] ?? field
  if (!name || !(name in (form.getFieldsValue() as object))) return false
  form.setFields([{ name, errors: [message] }])
  form.scrollToField(name, { block: "center" })
  form.focusField(name)
  return true
}
