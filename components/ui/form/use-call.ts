"use client"

import { useRef, useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import type { Result } from "@/lib/contract/types"
import { showAtField, type FormLike } from "./refusal"

export type Refusal = Extract<Result<never>, { ok: false }>

type Place = {
  /** a refusal stands in `refusal` for the component to draw, instead of in a notice */
  inline?: boolean
  /** a refusal that names a field of this form stands beside it */
  form?: FormLike
  /** the form's own names of fields that are called otherwise on the wire */
  names?: Record<string, string>
}

type Plan<T> = {
  /** the notice when it worked */
  done?: string | ((data: T) => string)
  /** said where the server gave no sentence */
  fallback?: string
  /** sees a refusal first; true = nothing more is to be said of it */
  onRefused?: (refusal: Refusal) => boolean | void
}

/**
 * The calls of a button or a form, one at a time: `busy` while one runs (another press does nothing then), the refusal where it
 * belongs, a notice when it worked. `call` resolves to the answer, or to null when there is none.
 */
export const useCall = ({ inline = false, form, names }: Place = {}) => {
  const feedback = useFeedback()
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState("")
  const running = useRef(false)

  const show = (refused: Refusal) => {
    if (form && showAtField(form, refused, names)) return
    if (inline) refuse(refused.message)
    else feedback.error(refused.message)
  }
  const call = async <T>(ask: () => Promise<Result<T>>, { done, fallback = "操作失败", onRefused }: Plan<T> = {}): Promise<T | null> => {
    if (running.current) return null
    running.current = true
    setBusy(true)
    refuse("")
    const reply = await ask().finally(() => {
      running.current = false
      setBusy(false)
    })
    if (reply.ok) {
      if (done) feedback.success(typeof done === "string" ? done : done(reply.data))
      return reply.data
    }
    const refused = { ...reply, message: reply.message || fallback }
    if (!onRefused?.(refused)) show(refused)
    return null
  }
  return { busy, refusal, refuse, call }
}
