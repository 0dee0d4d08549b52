"use client"

import type { FormInstance } from "antd"
import { useRef, useState, type RefObject } from "react"
import type { CaptchaHandle } from "@/components/form/captcha/captcha-types"
import type { Result } from "@/lib/contract/types"
import { useCountdown, waitWords } from "./fields/use-countdown"

/** Sentences of the server that belong to one field; every other one is said above the button. */
const places: [RegExp, string][] = [
  [/^用户名(?!或)/, "username"],
  [/用户名不能/, "username"],
  [/^(电子)?邮箱(已|格式)|电子邮箱$/, "email"],
  [/手机号/, "mobile"],
  [/^(邮箱|短信)验证码/, "code"],
  [/^这个密码|^密码长度/, "password"],
]

type FormLike = Pick<FormInstance, "getFieldInstance" | "setFields" | "focusField" | "getFieldsValue" | "submit">
type Failed = { errorFields: { name: (string | number)[] }[] }

const patience = { everyMs: 150, times: 100 }

/**
 * One attempt after another of a form: busy while it runs, the answer's sentence beside its field or above the button, a new captcha after
 * each that failed (the server has burned it), and nothing to press while the server wants to be left alone (429).
 */
export const useAttempt = (form: FormLike, captcha: RefObject<CaptchaHandle | null>, fallback: string) => {
  const [busy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [message, setMessage] = useState("")
  const [left, start] = useCountdown()
  const running = useRef(false)

  const refuse = (words: string) => {
    const field = places.find(([pattern]) => pattern.test(words))?.[1]
    if (field && field in (form.getFieldsValue() as object)) {
      form.setFields([{ name: field, errors: [words] }])
      form.focusField(field)
    } else setMessage(words)
  }

  /** `done` is told what came; the button stays busy then, since the page goes on. */
  const attempt = async <T>(asking: () => Promise<Result<T>>, done: (data: T) => void | Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setMessage("")
    const reply = await asking()
    if (reply.ok) {
      await done(reply.data)
    } else {
      captcha.current?.reload()
      if (reply.wait) start(reply.wait)
      refuse(reply.message || fallback)
      setBusy(false)
    }
    running.current = false
  }

  /** A proof of work that is nearly there is waited for, so that nobody has to press twice. */
  const onFinishFailed = ({ errorFields }: Failed) => {
    const comes = () => /稍等/.test(captcha.current?.missing() ?? "")
    if (waiting || errorFields.length !== 1 || errorFields[0]?.name[0] !== "captcha" || !comes()) return
    setWaiting(true)
    let times = patience.times
    const timer = setInterval(() => {
      if (comes() && --times > 0) return
      clearInterval(timer)
      setWaiting(false)
      if (captcha.current?.missing() === "") form.submit()
    }, patience.everyMs)
  }

  return {
    busy: busy || waiting,
    blocked: left > 0,
    message,
    more: left > 0 ? `请等 ${waitWords(left)}再试` : "",
    attempt,
    onFinishFailed,
    stop: () => setBusy(false),
  }
}
