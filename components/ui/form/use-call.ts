"use client"

import { useRef, useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import type { Feedback } from "@/components/providers/feedback-types"
import type { Result } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { showAtField, type FormLike } from "./refusal"
import { refusalText } from "@/lib/api/result"

export type CallRefusal = Extract<Result<never>, { ok: false }>

type RefusalDisplay = {
  /** puts an error into `refusal` for the component to render, instead of a notice */
  inline?: boolean
  /** displays an error beside its field in this form */
  form?: FormLike
  /** maps field names of the API to the form's own */
  names?: Record<string, string>
}

type Plan<T> = {
  /** the notice on success */
  done?: string | ((data: T) => string)
  /** the message if the server sent none */
  fallback?: string
  /** receives an error first; true = it has been handled */
  onRefused?: (refusal: CallRefusal) => boolean | void
}

/** Makes a call; while it gets no answer in time, offers to repeat it if that can do no harm. */
export const untilAnswered = async <T>(ask: () => Promise<Result<T>>, feedback: Feedback): Promise<Result<T>> => {
  const reply = await ask()
  if (reply.ok || !reply.timedOut) return reply
  const { afterTimeout } = await import("./after-timeout")
  return afterTimeout(reply, () => untilAnswered(ask, feedback), feedback)
}

/** Offers the login in a new tab: the form and its input stay, and work again after the login there (docs/decisions/169). */
export const offerLogin = (message: string, feedback: Feedback): void => {
  const logIn = () => void window.open(paths.login(window.location.pathname + window.location.search), "_blank", "noopener")
  feedback.error(message, { label: "去登录", onClick: logIn })
}

/**
 * Runs the calls of a button or a form, one at a time: `busy` while one runs (further clicks do nothing), the error where it belongs, a
 * notice on success. `call` resolves to the answer, or to null if there is none.
 */
export const useCall = ({ inline = false, form, names }: RefusalDisplay = {}) => {
  const feedback = useFeedback()
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState("")
  const running = useRef(false)

  const show = (refused: CallRefusal) => {
    if (form && showAtField(form, refused, names)) return
    if (inline) refuse(refused.message)
    if (refused.status === 401) offerLogin(refused.message, feedback)
    else if (!inline) feedback.error(refused.message)
  }
  const call = async <T>(ask: () => Promise<Result<T>>, { done, fallback = "操作失败", onRefused }: Plan<T> = {}): Promise<T | null> => {
    if (running.current) return null
    running.current = true
    setBusy(true)
    refuse("")
    // an error in the form leaves its own button for another attempt
    const reply = await (inline ? ask() : untilAnswered(ask, feedback)).finally(() => {
      running.current = false
      setBusy(false)
    })
    if (reply.ok) {
      if (done) feedback.success(typeof done === "string" ? done : done(reply.data))
      return reply.data
    }
    const refused = { ...reply, message: refusalText(reply, fallback) }
    if (!onRefused?.(refused)) show(refused)
    return null
  }
  return { busy, refusal, refuse, call }
}
