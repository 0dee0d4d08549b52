"use client"

import { useFeedback } from "@/components/providers/feedback"
import type { Question } from "@/components/providers/feedback-types"
import type { Result } from "@/lib/contract/types"

/** One thing done to rows: the question before it, the call, what is said when it worked. */
export type Command<T> = { ask?: Question; call: () => Promise<Result<T>>; done?: string | ((data: T) => string) }
export type Act = <T>(command: Command<T>) => Promise<boolean>

/** Asks, calls, says how it went, reads the list again. True when it was done. */
export const useAct = (reload: () => void): Act => {
  const feedback = useFeedback()
  return async ({ ask, call, done = "操作成功" }) => {
    if (ask && !(await feedback.confirm(ask))) return false
    const reply = await call()
    if (!reply.ok) {
      feedback.error(reply.message || "操作失败")
      return false
    }
    feedback.success(typeof done === "string" ? done : done(reply.data))
    reload()
    return true
  }
}
