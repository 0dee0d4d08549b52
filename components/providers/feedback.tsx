"use client"

import dynamic from "next/dynamic"
import { createContext, use, useEffect, useMemo, useRef, useState, type ReactNode } from "react"
import type { Feedback, Hands } from "./feedback-types"

const FeedbackHost = dynamic(() => import("./feedback-host").then((module) => module.FeedbackHost), { ssr: false })
const FeedbackContext = createContext<Feedback | null>(null)

/**
 * Toasts and confirmations, the same everywhere. antd's App stands behind them and is loaded with the first word
 * that is said, so that a page that says nothing does not carry it.
 */
export const FeedbackProvider = ({ children }: { children: ReactNode }) => {
  const [wanted, setWanted] = useState(false)
  const hands = useRef<Hands | null>(null)
  const waiting = useRef<((hands: Hands) => void)[]>([])

  const feedback = useMemo<Feedback>(() => {
    const withHands = (act: (hands: Hands) => void) => {
      if (hands.current) return act(hands.current)
      waiting.current.push(act)
      setWanted(true)
    }
    const say = (kind: "success" | "info" | "warning" | "error") => (text: string) => withHands((host) => host.say(kind, text))
    return {
      success: say("success"),
      info: say("info"),
      warning: say("warning"),
      error: say("error"),
      confirm: (question) => new Promise((answer) => withHands((host) => host.ask(question, answer))),
    }
  }, [])

  useEffect(() => {
    const left = takeLeftWord()
    if (left) feedback.success(left)
  }, [feedback])

  const ready = useMemo(
    () => (host: Hands) => {
      hands.current = host
      for (const act of waiting.current.splice(0)) act(host)
    },
    [],
  )

  return (
    <FeedbackContext value={feedback}>
      {children}
      {wanted ? <FeedbackHost onReady={ready} /> : null}
    </FeedbackContext>
  )
}

const leftWord = "doujia:say"

/** A word that outlives the page: said once the next one is there, as after a logout (docs/reference/specification.md 4). */
export const sayAfterReload = (text: string): void => {
  try {
    window.sessionStorage.setItem(leftWord, text)
  } catch {
    // storage refused: the new page itself shows that it worked
  }
}

const takeLeftWord = (): string => {
  try {
    const text = window.sessionStorage.getItem(leftWord) ?? ""
    window.sessionStorage.removeItem(leftWord)
    return text
  } catch {
    return ""
  }
}

/** `feedback.success("收藏成功")`, `feedback.error(result.message)`, `if (await feedback.confirm({ title: "…" })) …` */
export const useFeedback = (): Feedback => {
  const feedback = use(FeedbackContext)
  if (!feedback) throw new Error("useFeedback needs FeedbackProvider")
  return feedback
}
