"use client"

import { Form, type FormInstance } from "antd"
import { useRef } from "react"
import type { CaptchaHandle, CaptchaValue } from "@/components/people/captcha/captcha-types"
import { api } from "@/lib/api/client"

type WithMobile = { mobile: string }

/**
 * Sends a code to the number of a form. The captcha belongs to the sending alone, so it is in a nested form: submitting the outer form does
 * not require it again. A request that reached the server consumes the captcha.
 */
export const useSms = (form: FormInstance, type: number) => {
  const [asking] = Form.useForm<{ captcha?: CaptchaValue }>()
  const captcha = useRef<CaptchaHandle>(null)
  const send = async () => {
    const [number, answer] = await Promise.allSettled([form.validateFields(["mobile"]), asking.validateFields()])
    if (number.status === "rejected") form.focusField("mobile")
    if (number.status === "rejected" || answer.status === "rejected") return null
    const reply = await api("POST /sms", { mobile: (number.value as WithMobile).mobile.trim(), type, ...answer.value.captcha })
    captcha.current?.reload()
    return reply
  }
  return { asking, captcha, send }
}
