"use client"

import { useFeedback } from "@/components/providers/feedback"
import type { NoticeAction, Question } from "@/components/providers/feedback-types"
import { offerLogin, untilAnswered } from "@/components/ui/form/use-call"
import { useSettings } from "@/components/providers/settings"
import type { Key, Result } from "@/lib/contract/types"
import { refusalText } from "@/lib/api/result"
import { offeredUndo } from "./offered"

/** Restores the state before an operation; `label` names it in the notice (default 撤销). `takes`: a field that not every server has. */
export type Undo = { label?: "撤销" | "恢复"; call: () => Promise<Result<unknown>>; takes?: `${Key} ${string}` }

/** An operation on rows: confirmation, call, success notice and undo. */
export type Command<T> = {
  ask?: Question
  call: () => Promise<Result<T>>
  done?: string | ((data: T) => string)
  undo?: Undo
  /** offered beside the message if the server refuses */
  refused?: NoticeAction
}
export type Act = <T>(command: Command<T>) => Promise<boolean>

/** Groups rows by their earlier value and makes one call per group, in sequence, until one is refused. */
export const callForEach = async <R>(
  rows: readonly R[],
  valueOf: (row: R) => unknown,
  call: (rows: R[]) => Promise<Result<unknown>>,
): Promise<Result<unknown>> => {
  const groups = new Map<string, R[]>()
  for (const row of rows) {
    const key = JSON.stringify(valueOf(row))
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  for (const same of groups.values()) {
    const reply = await call(same)
    if (!reply.ok) return reply
  }
  return { ok: true, status: 200, data: {} }
}

/** Returns the notice's action that undoes an operation with another command. */
export const undoAction = (act: Act, { label = "撤销", call }: Undo): NoticeAction => ({
  label,
  onClick: () => void act({ call, done: `已${label}` }),
})

/** Runs a command: confirms, calls, displays the outcome and, on success, reloads the list. Resolves to true on success. */
export const useAct = (reload: () => void): Act => {
  const feedback = useFeedback()
  const settings = useSettings()
  const act: Act = async ({ ask, call, done = "操作成功", undo: declared, refused }) => {
    if (ask && !(await feedback.confirm(ask))) return false
    const reply = await untilAnswered(call, feedback)
    if (!reply.ok) {
      const message = refusalText(reply, "操作失败")
      if (reply.status === 401) offerLogin(message, feedback)
      else feedback.error(message, refused)
      return false
    }
    const undo = offeredUndo(declared, settings)
    feedback.success(typeof done === "string" ? done : done(reply.data), undo && undoAction(act, undo))
    reload()
    return true
  }
  return act
}
