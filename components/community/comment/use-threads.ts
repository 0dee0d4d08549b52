"use client"

import { useCallback, useEffect, useState, type RefObject } from "react"
import type { CommentOrder, CommentTarget, Thread } from "./comment-target"
import { readThreads } from "./read-threads"
import { refusalText } from "@/lib/api/result"

/** `now` is the time of loading, for relative times. */
export type ThreadList = { phase: "waiting" | "ready" | "failed"; threads: Thread[]; total: number; now: number; message: string }

const nothing: ThreadList = { phase: "waiting", threads: [], total: 0, now: 0, message: "" }

/** Returns true once the box is near the viewport: most readers never reach the comments. */
const useNear = (box: RefObject<HTMLElement | null>): boolean => {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), {
      rootMargin: "600px",
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return near
}

/** Returns the comments of one page of the list; the previous ones stay until the next are loaded. */
export const useThreads = (box: RefObject<HTMLElement | null>, target: CommentTarget, page: number, order: CommentOrder) => {
  const near = useNear(box)
  const [threadList, setShown] = useState(nothing)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((old) => old + 1), [])
  const { id, type } = target
  useEffect(() => {
    if (!near) return
    let alive = true
    void readThreads({ id, type } as CommentTarget, page, order).then((reply) => {
      if (!alive) return
      if (reply.ok) setShown({ phase: "ready", ...reply.data, now: Date.now(), message: "" })
      else setShown((old) => ({ ...old, phase: "failed", message: refusalText(reply, "评论没有读到") }))
    })
    return () => {
      alive = false
    }
  }, [id, near, order, page, round, type])
  return { shown: threadList, reload }
}
