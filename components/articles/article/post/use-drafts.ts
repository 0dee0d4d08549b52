"use client"

import { useCallback, useEffect, useRef, useState } from "react"
import { isEmpty, isSame, readDrafts, writeDrafts, type Draft, type PostFields } from "./drafts"

/** Delay after the last keystroke (ms). */
const waitMs = 1_000

export type SavedState = "none" | "saved" | "full"

type Options = { person: number; article: number; base: string; start: PostFields }

/**
 * Saves drafts in this browser: a second after the last change, and at once when the user leaves the page. `offered` is an earlier
 * draft that was neither restored nor discarded yet; it stays stored beside the new one.
 */
export const useDrafts = ({ person, article, base, start }: Options) => {
  const [earlier, setEarlier] = useState<Draft[]>(() =>
    readDrafts(window.localStorage, person, article, Date.now()).filter(({ fields }) => !isSame(fields, start) && !isEmpty(fields)),
  )
  const [state, setState] = useState<SavedState>("none")
  const [at, setAt] = useState(0)
  const latest = useRef<{ fields: PostFields; written: boolean; earlier: Draft[]; done: boolean }>({
    fields: start,
    written: true,
    earlier,
    done: false,
  })
  const timer = useRef(0)

  const flush = useCallback(() => {
    window.clearTimeout(timer.current)
    const { fields, written, earlier: earlierDrafts, done } = latest.current
    if (written || done) return
    latest.current.written = true
    const now = Date.now()
    const newDrafts = isSame(fields, start) || isEmpty(fields) ? [] : [{ fields, at: now, base }]
    const fits = writeDrafts(window.localStorage, person, article, [...newDrafts, ...earlierDrafts])
    setState(!fits ? "full" : newDrafts.length > 0 ? "saved" : "none")
    setAt(now)
  }, [person, article, base, start])

  useEffect(() => {
    const onHide = () => document.visibilityState === "hidden" && flush()
    window.addEventListener("pagehide", flush)
    document.addEventListener("visibilitychange", onHide)
    return () => {
      flush()
      window.removeEventListener("pagehide", flush)
      document.removeEventListener("visibilitychange", onHide)
    }
  }, [flush])

  const change = (fields: PostFields) => {
    latest.current.fields = fields
    latest.current.written = false
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(flush, waitMs)
  }
  const keep = (drafts: Draft[]) => {
    setEarlier(drafts)
    latest.current.earlier = drafts
    latest.current.written = false
    flush()
  }
  return {
    offered: earlier[0] ?? null,
    state,
    at,
    change,
    /** Returns the offered draft and makes it the current one. */
    restore: (): PostFields | null => {
      const [first, ...rest] = earlier
      if (!first) return null
      latest.current.fields = first.fields
      keep(rest)
      return first.fields
    },
    discard: () => keep(earlier.slice(1)),
    /** Deletes the current draft after the article is saved. */
    finish: () => {
      window.clearTimeout(timer.current)
      latest.current.done = true
      writeDrafts(window.localStorage, person, article, latest.current.earlier)
    },
  }
}
