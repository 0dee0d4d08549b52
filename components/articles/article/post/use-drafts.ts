"use client"

import { useCallback, useEffect, useRef, useState } from "react"
import { hasLoggedOut } from "@/lib/api/token"
import { localStore } from "@/lib/browser-storage"
import { isEmpty, isSame, readDrafts, writeDrafts, type Draft, type PostFields } from "./drafts"

/** Delay after the last keystroke (ms). */
const waitMs = 1_000

export type SavedState = "none" | "saved" | "full"

/** `interrupted`: the session has ended, and the user may log in again and continue. */
type Options = { person: number; article: number; base: string; start: PostFields; interrupted: boolean }

/**
 * Saves drafts in this browser: a second after the last change, and at once when the user leaves the page. `offered` is an earlier
 * draft that was neither restored nor discarded yet; it stays stored beside the new one. `resumed` is the draft that the form begins with,
 * because the end of a session interrupted it. The user's own logout deletes all drafts.
 */
export const useDrafts = ({ person, article, base, start, interrupted }: Options) => {
  const [stored] = useState<Draft[]>(() =>
    readDrafts(localStore, person, article, Date.now()).filter(({ fields }) => !isSame(fields, start) && !isEmpty(fields)),
  )
  const [newest] = stored
  const [resumed] = useState(() => (newest?.interrupted && newest.base === base ? newest.fields : null))
  const [earlier, setEarlier] = useState(resumed ? stored.slice(1) : stored)
  const [state, setState] = useState<SavedState>("none")
  const [at, setAt] = useState(0)
  const latest = useRef<{ fields: PostFields; written: boolean; earlier: Draft[]; done: boolean; interrupted: boolean }>({
    fields: resumed ?? start,
    // a resumed draft is written again, no longer as an interrupted one
    written: resumed === null,
    earlier,
    done: false,
    interrupted,
  })
  const timer = useRef(0)

  const flush = useCallback(() => {
    window.clearTimeout(timer.current)
    const { fields, written, earlier: earlierDrafts, done } = latest.current
    if (written || done || hasLoggedOut(person)) return
    latest.current.written = true
    const now = Date.now()
    const newDrafts = isSame(fields, start) || isEmpty(fields) ? [] : [{ fields, at: now, base, ...(interrupted && { interrupted }) }]
    const fits = writeDrafts(localStore, person, article, [...newDrafts, ...earlierDrafts])
    setState(!fits ? "full" : newDrafts.length > 0 ? "saved" : "none")
    setAt(now)
  }, [person, article, base, start, interrupted])

  useEffect(() => {
    if (interrupted !== latest.current.interrupted) latest.current.written = false
    latest.current.interrupted = interrupted
    flush()
  }, [flush, interrupted])

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
    resumed,
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
      writeDrafts(localStore, person, article, latest.current.earlier)
    },
  }
}
