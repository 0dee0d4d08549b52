import type { FormInstance } from "antd"
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react"
import { earlyMark, earlyPressed } from "@/lib/view/loading/first-script"

/** The type of an antd form's ref, which antd does not export. */
export type FormHandle<F = unknown> = FormInstance<F> & { nativeElement?: HTMLElement }

/** Returns the native input of an antd field; null if there is none (a captcha, a date). */
const inputOf = (field: unknown): HTMLInputElement | null => {
  const input: unknown = typeof field === "object" && field !== null && "input" in field ? field.input : null
  return input instanceof HTMLInputElement ? input : null
}

/** Returns values that were typed before hydration and that the form does not know yet. */
const typedInto = (form: FormInstance): Record<string, string | boolean> => {
  const typed: Record<string, string | boolean> = {}
  for (const [name, formValue] of Object.entries(form.getFieldsValue() as Record<string, unknown>)) {
    const input = inputOf(form.getFieldInstance(name))
    if (!input) continue
    const tick = input.type === "checkbox"
    const inputValue = tick ? input.checked : input.value
    if (inputValue !== (formValue ?? (tick ? false : ""))) typed[name] = inputValue
  }
  return typed
}

/**
 * Adopts input made before the form's script loaded. React leaves the page's values alone during hydration and writes its own (empty) ones
 * on the next render. Between the two, in the layout effect of that commit, values typed by the user or autofilled by the browser are
 * copied into the form.
 * The page's first script remembers a click on the submit button that came too early; it is replayed now.
 */
export const useEarlyInput = <F>(form: FormInstance<F>, ref: RefObject<FormHandle<F> | null>): void => {
  const pressed = useRef(false)
  useLayoutEffect(() => {
    const element = ref.current?.nativeElement
    if (!element?.hasAttribute(earlyMark)) return
    form.setFieldsValue(typedInto(form as FormInstance) as never)
    pressed.current = element.getAttribute(earlyMark) === earlyPressed
    element.removeAttribute(earlyMark)
  }, [form, ref])
  useEffect(() => {
    if (!pressed.current) return
    pressed.current = false
    form.submit()
  }, [form])
}
