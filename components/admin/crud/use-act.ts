"use client"

import { useFeedback } from "@/components/providers/feedback"
import type { NoticeAction, Question } from "@/components/providers/feedback-types"
import type { Result } from "@/lib/contract/types"

/** One thing done to rows: the question before it, the call, the notice when it worked, and the call that takes it back. */
export type Command<T> = {
  ask?: Question
  call: () => Promise<Result<T>>
  done?: string | ((data: T) => string)
  undo?: () => Promise<Result<unknown>>
}
export type Act = <T>(command: Command<T>) => Promise<boolean>

/** Asks, calls, says how it went, reads the list again. True when it was done. */
export const useAct = (reload: () => void): Act => {
  const feedback = useFeedback()
  const act: Act = async ({ ask, call, done = "操作成功", undo }) => {
    if (ask && !(await feedback.confirm(ask))) return false
    const reply = await call()
    if (!reply.ok) {
      feedback.error(reply.message || "操作失败")
      return false
    }
    const back: NoticeAction | undefined = undo && { label: "撤销", onClick: () => void act({ call: undo, done: "已撤销" }) }
    feedback.success(typeof done === "string" ? done : done(reply.data), back)
    reload()
    return true
  }
  return act
}
