import type { FormInstance } from "antd"
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react"
import { earlyMark, earlyPressed } from "@/lib/view/loading/first-script"

/** The type of an antd form's ref, which antd does not export. */
export type FormHandle<F = unknown> = FormInstance<F> & { nativeElement?: HTMLElement }

/** The native input of an antd field; null where there is none (a captcha, a date). */
const inputOf = (field: unknown): HTMLInputElement | null => {
  const input: unknown = typeof field === "object" && field !== null && "input" in field ? field.input : null
  return input instanceof HTMLInputElement ? input : null
}

/** Values that were typed before hydration and are unknown to the form. */
const typedInto = (form: FormInstance): Record<string, string | boolean> => {
  const typed: Record<string, string | boolean> = {}
  for (const [name, known] of Object.entries(form.getFieldsValue() as Record<string, unknown>)) {
    const input = inputOf(form.getFieldInstance(name))
    if (!input) continue
    const tick = input.type === "checkbox"
    const shown = tick ? input.checked : input.value
    if (shown !== (known ?? (tick ? false : ""))) typed[name] = shown
  }
  return typed
}

/**
 * Takes over a form that was used before its script was there. React leaves the page's values alone while it hydrates and writes its own
 * (empty) ones with the next render; between the two, in the layout effect of that very commit, what was typed or filled in by the browser
 * becomes the form's. A press on the button that came too early was kept by the page's first script, and is done now.
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
