"use client"

import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { offerLogin } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import type { Output, Result, ReviewItem } from "@/lib/contract/types"
import { decidedText } from "./verdict-words"

/** A verdict is sent after this time (ms), so that it can be undone before its author is notified. */
export const undoMs = 10_000
const refreshMs = 30_000

export type DeskVerdict = { approve: boolean; reason?: string }
/** One item, or the rows of a batch. */
type HeldVerdict = { items: readonly ReviewItem[]; verdict: DeskVerdict; timer: number }
/** A row of a batch that was not decided. */
export type FailedItem = { item: ReviewItem; message: string }

export const keyOf = ({ kind, id }: Pick<ReviewItem, "kind" | "id">): string => `${kind}/${id}`

/** The review queue, the selected item, and verdicts that can still be undone. */
export const useDesk = (kind: number) => {
  const feedback = useFeedback()
  const [answer, setAnswer] = useState<{ data: Output<"GET /review/list">; at: number } | null>(null)
  const [failure, setFailure] = useState("")
  const [selectedKey, setSelectedKey] = useState("")
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const held = useRef<HeldVerdict[]>([])
  const [failedItems, setFailedItems] = useState<readonly FailedItem[]>([])
  /** reasons of verdicts that were refused or taken back, for the next attempt */
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})

  const load = useCallback(async () => {
    const reply = await api("GET /review/list", { size: 100, ...(kind > 0 && { kind: [kind] }) })
    setFailure(reply.ok ? "" : refusalText(reply, "审核列表没有读到"))
    if (reply.ok) setAnswer({ data: reply.data, at: Date.now() })
  }, [kind])
  useEffect(() => {
    void load()
    const timer = setInterval(() => document.visibilityState === "visible" && void load(), refreshMs)
    return () => clearInterval(timer)
  }, [load])

  const items = (answer?.data.review ?? []).filter((item) => !decided.has(keyOf(item)))
  const selected = items.find((item) => keyOf(item) === selectedKey) ?? items[0]
  const at = selected ? items.indexOf(selected) : -1
  const move = (by: number) => {
    const next = items[Math.min(Math.max(at + by, 0), items.length - 1)]
    if (next) setSelectedKey(keyOf(next))
  }

  const markDecided = (marked: readonly ReviewItem[], isDecided: boolean) =>
    setDecided((before) => {
      const after = new Set(before)
      for (const item of marked)
        if (isDecided) after.add(keyOf(item))
        else after.delete(keyOf(item))
      return after
    })
  const keepReason = (marked: readonly ReviewItem[], { reason }: DeskVerdict) => {
    if (reason) setReasons((before) => ({ ...before, ...Object.fromEntries(marked.map((item) => [keyOf(item), reason])) }))
  }
  /** Sends a verdict. Returns the refusal of the whole request, and the rows of a batch that were not decided. */
  const request = async ({ items: sentItems, verdict }: HeldVerdict): Promise<{ reply: Result<object>; failed: FailedItem[] }> => {
    const refs = sentItems.map(({ kind: itemKind, id }) => ({ kind: itemKind, id }))
    if (sentItems.length === 1) return { reply: await api("POST /review/verdict", { ...refs[0]!, ...verdict }), failed: [] }
    const reply = await api("POST /review/verdict/batch", { item: refs, ...verdict })
    const failed = reply.ok
      ? reply.data.failed.flatMap(({ message, ...ref }) => {
          const item = sentItems.find((one) => keyOf(one) === keyOf(ref))
          return item ? [{ item, message }] : []
        })
      : []
    return { reply, failed }
  }
  const send = async (sent: HeldVerdict): Promise<void> => {
    window.clearTimeout(sent.timer)
    held.current = held.current.filter((one) => one !== sent)
    const { reply, failed } = await request(sent)
    if (reply.ok) await load()
    keepReason(reply.ok ? failed.map(({ item }) => item) : sent.items, sent.verdict)
    if (failed.length > 0) setFailedItems((before) => [...before, ...failed])
    // items that return to the queue later, such as an edited document, are displayed again
    markDecided(sent.items, false)
    if (reply.ok) return
    const subject = sent.items.length > 1 ? `${sent.items.length} 项` : `“${sent.items[0]!.title}”`
    const message = `${subject}没有审核成功：${refusalText(reply, "请重试")}`
    if (reply.status === 401) offerLogin(message, feedback)
    else feedback.error(message)
    void load()
  }
  const undo = (entry?: HeldVerdict) => {
    const last = entry ? held.current.find((one) => one === entry) : held.current.at(-1)
    if (!last) return
    window.clearTimeout(last.timer)
    held.current = held.current.filter((one) => one !== last)
    keepReason(last.items, last.verdict)
    markDecided(last.items, false)
    setSelectedKey(keyOf(last.items[0]!))
  }
  /** Holds a verdict about these items back, and selects the item after the selected one that is not among them. */
  const decideAll = (chosen: readonly ReviewItem[], verdict: DeskVerdict) => {
    const [first] = chosen
    if (!first) return
    const isLeft = (item: ReviewItem) => !chosen.includes(item)
    const next = items.slice(Math.max(at, 0)).find(isLeft) ?? items.filter(isLeft).at(-1)
    const entry: HeldVerdict = { items: chosen, verdict, timer: 0 }
    entry.timer = window.setTimeout(() => void send(entry), undoMs)
    held.current.push(entry)
    markDecided(chosen, true)
    setSelectedKey(next ? keyOf(next) : "")
    const several = `${verdict.approve ? "已通过" : "已退回"} ${chosen.length} 项`
    const single = `${decidedText(first.kind, verdict.approve)}“${first.title.slice(0, 30)}”`
    feedback.success(chosen.length > 1 ? several : single, { label: "撤销", onClick: () => undo(entry) })
  }
  const decide = (verdict: DeskVerdict) => decideAll(selected ? [selected] : [], verdict)

  // leaving the page sends the delayed verdicts; a lost request leaves the item in the queue
  const sendAll = useEffectEvent(() => held.current.forEach((one) => void send(one)))
  useEffect(() => {
    const leave = () => sendAll()
    window.addEventListener("pagehide", leave)
    return () => {
      window.removeEventListener("pagehide", leave)
      leave()
    }
  }, [])

  /** Checks whether a verdict about it is delayed. */
  const isHeld = (item: Pick<ReviewItem, "kind" | "id">): boolean =>
    held.current.some((one) => one.items.some((heldItem) => keyOf(heldItem) === keyOf(item)))

  const reasonOf = (item: ReviewItem): string => reasons[keyOf(item)] ?? ""

  return {
    reasonOf,
    isHeld,
    answer,
    failure,
    load,
    items,
    selected,
    select: (item: ReviewItem) => setSelectedKey(keyOf(item)),
    move,
    decide,
    decideAll,
    /** without an argument: the latest */
    undo: () => undo(),
    failedItems,
    forgetFailed: () => setFailedItems([]),
  }
}
