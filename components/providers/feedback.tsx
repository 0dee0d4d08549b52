"use client"

import { createContext, use, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from "react"
import { tabStore } from "@/lib/browser-storage"
import type { Feedback, FeedbackBridge, NoticeAction } from "./feedback-types"

const FeedbackContext = createContext<Feedback | null>(null)

type Props = { Host: ComponentType<{ onReady: (bridge: FeedbackBridge) => void }>; children: ReactNode }

/** Toasts and confirmations. `Host`, which displays them, is rendered with the first message and should be loaded only then. */
export const FeedbackProvider = ({ Host, children }: Props) => {
  const [needsHost, setWanted] = useState(false)
  const bridge = useRef<FeedbackBridge | null>(null)
  const queue = useRef<((bridge: FeedbackBridge) => void)[]>([])

  const feedback = useMemo<Feedback>(() => {
    const withBridge = (act: (bridge: FeedbackBridge) => void) => {
      if (bridge.current) return act(bridge.current)
      queue.current.push(act)
      setWanted(true)
    }
    const show = (kind: "success" | "info" | "warning" | "error") => (text: string, action?: NoticeAction) =>
      withBridge((loaded) => loaded.show(kind, text, action))
    return {
      success: show("success"),
      info: show("info"),
      warning: show("warning"),
      error: show("error"),
      confirm: (question) => new Promise((answer) => withBridge((loaded) => loaded.ask(question, answer))),
    }
  }, [])

  useEffect(() => {
    const message = takeMessage()
    if (message) feedback.success(message)
  }, [feedback])

  const ready = useMemo(
    () => (loaded: FeedbackBridge) => {
      bridge.current = loaded
      for (const act of queue.current.splice(0)) act(loaded)
    },
    [],
  )

  return (
    <FeedbackContext value={feedback}>
      {children}
      {needsHost ? <Host onReady={ready} /> : null}
    </FeedbackContext>
  )
}

const storageKey = "doujia:say"

/** Stores a message to be displayed after a reload, for example at logout (docs/reference/specification.md 4). */
export const showAfterReload = (text: string): void => void tabStore.setItem(storageKey, text)

const takeMessage = (): string => {
  const text = tabStore.getItem(storageKey) ?? ""
  tabStore.removeItem(storageKey)
  return text
}

/** `feedback.success("收藏成功")`, `feedback.error(refusalText(reply, "保存失败"))`, `if (await feedback.confirm({ title: "…" })) …` */
export const useFeedback = (): Feedback => {
  const feedback = use(FeedbackContext)
  if (!feedback) throw new Error("useFeedback needs FeedbackProvider")
  return feedback
}
