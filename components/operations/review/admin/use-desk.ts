"use client"

import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { offerLogin } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import type { Output, ReviewItem } from "@/lib/contract/types"
import { decidedText } from "./verdict-words"

/** A verdict is sent after this time (ms), so that it can be undone before its author is notified. */
export const undoMs = 10_000
const refreshMs = 30_000

export type DeskVerdict = { approve: boolean; reason?: string }
type HeldVerdict = { item: ReviewItem; verdict: DeskVerdict; timer: number }

export const keyOf = ({ kind, id }: Pick<ReviewItem, "kind" | "id">): string => `${kind}/${id}`

/** The review queue, the selected item, and verdicts that can still be undone. */
export const useDesk = (kind: number) => {
  const feedback = useFeedback()
  const [answer, setAnswer] = useState<{ data: Output<"GET /review/list">; at: number } | null>(null)
  const [failure, setFailure] = useState("")
  const [selectedKey, setSelectedKey] = useState("")
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const held = useRef<HeldVerdict[]>([])
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

  const markDecided = (item: ReviewItem, isDecided: boolean) =>
    setDecided((before) => {
      const after = new Set(before)
      if (isDecided) after.add(keyOf(item))
      else after.delete(keyOf(item))
      return after
    })
  const keepReason = ({ item, verdict }: HeldVerdict) => {
    if (verdict.reason) setReasons((before) => ({ ...before, [keyOf(item)]: verdict.reason! }))
  }
  const send = async (sent: HeldVerdict): Promise<void> => {
    const { item, verdict, timer } = sent
    window.clearTimeout(timer)
    held.current = held.current.filter((one) => one.item !== item)
    const reply = await api("POST /review/verdict", { kind: item.kind, id: item.id, ...verdict })
    if (reply.ok) await load()
    else keepReason(sent)
    // items that return to the queue later, such as an edited document, are displayed again
    markDecided(item, false)
    if (reply.ok) return
    const message = `“${item.title}”没有审核成功：${refusalText(reply, "请重试")}`
    if (reply.status === 401) offerLogin(message, feedback)
    else feedback.error(message)
    void load()
  }
  const undo = (item?: ReviewItem) => {
    const last = item ? held.current.find((one) => one.item === item) : held.current.at(-1)
    if (!last) return
    window.clearTimeout(last.timer)
    held.current = held.current.filter((one) => one !== last)
    keepReason(last)
    markDecided(last.item, false)
    setSelectedKey(keyOf(last.item))
  }
  const decide = (verdict: DeskVerdict) => {
    if (!selected) return
    const next = items[at + 1] ?? items[at - 1]
    const entry: HeldVerdict = { item: selected, verdict, timer: 0 }
    entry.timer = window.setTimeout(() => void send(entry), undoMs)
    held.current.push(entry)
    markDecided(selected, true)
    setSelectedKey(next ? keyOf(next) : "")
    feedback.success(`${decidedText(selected.kind, verdict.approve)}“${selected.title.slice(0, 30)}”`, {
      label: "撤销",
      onClick: () => undo(selected),
    })
  }

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
  const isHeld = (item: Pick<ReviewItem, "kind" | "id">): boolean => held.current.some((one) => keyOf(one.item) === keyOf(item))

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
    undo,
  }
}
