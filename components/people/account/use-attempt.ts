"use client"

import type { FormInstance } from "antd"
import { useRef, useState, type RefObject } from "react"
import type { CaptchaHandle } from "@/components/people/captcha/captcha-types"
import { showAtField, type FormLike, type FormRefusal } from "@/components/ui/form/refusal"
import type { Result } from "@/lib/contract/types"
import { useCountdown, waitText } from "./fields/use-countdown"
import { refusalText } from "@/lib/api/result"

type AccountFormLike = FormLike & Pick<FormInstance, "submit">
type Failed = { errorFields: { name: (string | number)[] }[] }

const patience = { everyMs: 150, times: 100 }

/**
 * Runs the submissions of a form, one at a time. The form is busy during a submission; an error appears beside its field or above the
 * button; each error loads a new captcha (the server has consumed the old one); on 429 the button stays disabled as long as the server
 * requires.
 */
export const useAttempt = (form: AccountFormLike, captcha: RefObject<CaptchaHandle | null>, fallback: string) => {
  const [busy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [message, setMessage] = useState("")
  /** allows an appeal against the punishment that refused the login */
  const [appealPass, setAppealPass] = useState("")
  const [left, start] = useCountdown()
  const running = useRef(false)

  /** An error about the captcha goes above the button: the captcha has been replaced, which also clears the message beside it. */
  const refuse = (refused: FormRefusal) => {
    if (refused.field === "captcha" || !showAtField(form, refused)) setMessage(refused.message)
  }

  /** Passes the answer to `done`. The button then stays busy, because the page navigates away. */
  const attempt = async <T>(asking: () => Promise<Result<T>>, done: (data: T) => void | Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setMessage("")
    setAppealPass("")
    const reply = await asking()
    if (reply.ok) {
      await done(reply.data)
    } else {
      captcha.current?.reload()
      if (reply.wait) start(reply.wait)
      setAppealPass(reply.appeal ?? "")
      refuse({ ...reply, message: refusalText(reply, fallback) })
      setBusy(false)
    }
    running.current = false
  }

  /** Waits for a proof of work that is almost finished, so that the user need not click twice. */
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
    appealPass,
    more: left > 0 ? `请等 ${waitText(left)}再试` : "",
    attempt,
    onFinishFailed,
    stop: () => setBusy(false),
  }
}
