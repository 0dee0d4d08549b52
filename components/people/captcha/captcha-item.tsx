"use client"

import { Form } from "antd"
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from "react"
import { CaptchaField, useMayNeedCaptcha } from "./captcha-field"
import { noCaptcha, type CaptchaHandle, type CaptchaState, type CaptchaUse } from "./captcha-types"

type Props = CaptchaUse & { lazy?: boolean; ref?: Ref<CaptchaHandle> }

/**
 * A captcha as an item of an antd form: field `captcha` of type CaptchaValue with its label and rule. Renders nothing if none is required.
 * Send `...fields.captcha`, and call `reload()` of the ref after a failed attempt.
 */
export const CaptchaItem = ({ purpose, sms, lazy = false, ref }: Props) => {
  const isRequired = useMayNeedCaptcha({ purpose, sms })
  const field = useRef<CaptchaHandle>(null)
  const [{ phase, kind }, setShown] = useState<Pick<CaptchaState, "phase" | "kind">>({ phase: "loading", kind: "pow" })
  useImperativeHandle(ref, () => ({ reload: () => field.current?.reload(), missing: () => field.current?.missing() ?? "" }), [])
  const form = Form.useFormInstance()
  const value: unknown = Form.useWatch("captcha", form)
  useEffect(() => {
    // validates again, as the missing value may now be available
    if (form.getFieldError("captcha").length > 0) form.setFields([{ name: "captcha", errors: [] }])
  }, [form, value, phase])
  const check = async () => {
    const message = field.current?.missing()
    if (message) throw new Error(message)
  }
  return (
    <Form.Item
      name="captcha"
      label={kind === "pow" ? "安全验证" : "验证码"}
      initialValue={noCaptcha}
      hidden={!isRequired || phase === "off"}
      rules={[{ validator: check }]}
    >
      <CaptchaField ref={field} purpose={purpose} sms={sms} lazy={lazy} onState={setShown} />
    </Form.Item>
  )
}
