"use client"

import { useCallback, useEffect, useRef, useState } from "react"
import { api } from "@/lib/api/client"
import type { PageBlocks } from "@/lib/contract/types"
import { pieceOf } from "./text-flow"
import { useReader, useReaderStore } from "../store/use-reader"

/** Pages per request, the server's maximum. */
const size = 20

type Reflow = {
  texts: PageBlocks[]
  first: number
  last: number
  state: "loading" | "ready" | "failed"
  more: () => void
  before: () => void
}

/** Loads the document's blocks in chunks from the current page; a jump beyond the loaded chunks starts over. */
export const useReflow = (): Reflow => {
  const store = useReaderStore()
  const uuid = useReader((state) => state.source.uuid)
  const total = useReader((state) => state.source.total)
  const page = useReader((state) => state.page)
  const [texts, setTexts] = useState<PageBlocks[]>([])
  const [state, setState] = useState<Reflow["state"]>("loading")
  const busy = useRef(false)
  const alive = useRef(true)
  const first = texts[0]?.page ?? 0
  const last = texts.at(-1)?.page ?? 0

  const read = useCallback(
    async (from: number, merge: (pages: PageBlocks[], before: PageBlocks[]) => PageBlocks[]) => {
      if (busy.current) return
      busy.current = true
      setState("loading")
      const reply = await api("GET /document/blocks", { uuid, page: from, size })
      busy.current = false
      if (!alive.current) return
      if (!reply.ok) return setState("failed")
      setTexts((before) => merge(reply.data.page, before))
      setState("ready")
    },
    [uuid],
  )

  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])

  // Loads the first chunk, and starts over after a jump beyond the loaded ones.
  const outside = texts.length === 0 || page < first || page > last
  useEffect(() => {
    if (outside) void read(pieceOf(store.getState().page, size), (pages) => pages)
  }, [outside, read, store])

  const more = useCallback(() => {
    if (last < total)
      void read(last ? last + 1 : pieceOf(store.getState().page, size), (pages, before) => [
        ...before,
        ...pages.filter(({ page: number }) => number > (before.at(-1)?.page ?? 0)),
      ])
  }, [last, total, read, store])
  const before = useCallback(() => {
    if (first > 1)
      void read(Math.max(1, first - size), (pages, after) => [
        ...pages.filter(({ page: number }) => number < (after[0]?.page ?? Infinity)),
        ...after,
      ])
  }, [first, read])
  return { texts, first, last, state, more, before }
}
