"use client"

import { useFeedback } from "@/components/providers/feedback"
import type { NoticeAction, Question } from "@/components/providers/feedback-types"
import type { Result } from "@/lib/contract/types"

/** An operation on rows: confirmation, call, success notice, and the call that undoes it. */
export type Command<T> = {
  ask?: Question
  call: () => Promise<Result<T>>
  done?: string | ((data: T) => string)
  undo?: () => Promise<Result<unknown>>
}
export type Act = <T>(command: Command<T>) => Promise<boolean>

/** Runs a command: confirms, calls, shows the outcome and, on success, reloads the list. Resolves to true on success. */
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
