"use client"

import { useEffect } from "react"
import { useSession } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { needsSignature } from "./reader-rules"
import { useReader, useReaderStore } from "./use-reader"

/** Pages are signed in windows of this many pages, half of them before the block that is being read. */
const windowSize = 200
const blockSize = windowSize / 2
/** Signatures are renewed this long before they expire, and after a failure (ms). */
const renewMs = 180_000
const retryMs = 60_000

/**
 * Loads the signatures of the pages around the one being read, and renews them while the reader is open. Visitors of a share link have none:
 * their cookie shows the pages.
 */
export const useSignatures = (): void => {
  const store = useReaderStore()
  const ready = useSession((state) => state.ready)
  const loggedIn = useSession((state) => Boolean(state.token))
  const needed = useReader((state) => needsSignature(state, state.source.total))
  const version = useReader((state) => state.source.version)
  const block = useReader((state) => Math.floor((state.page - 1) / blockSize))
  useEffect(() => {
    if (!needed || !ready) return
    if (!loggedIn) return store.getState().set({ signatures: { failed: true, pages: new Map() } })
    let timer = 0
    let alive = true
    const load = async () => {
      const { uuid } = store.getState().source
      const page = Math.max(1, block * blockSize - blockSize / 2 + 1)
      const reply = await api("GET /document/signatures", { uuid, page, size: windowSize })
      if (!alive) return
      if (!reply.ok || reply.data.version !== version) {
        // the session cookie shows the pages too
        store.getState().set({ signatures: { failed: true, pages: new Map() } })
        timer = window.setTimeout(() => void load(), retryMs)
        return
      }
      const pages = new Map(reply.data.signature.map(({ page, sign }) => [page, sign]))
      store.getState().set({ signatures: { failed: false, pages } })
      timer = window.setTimeout(() => void load(), Math.max(retryMs, (Date.parse(reply.data.expires_at ?? "") || 0) - Date.now() - renewMs))
    }
    void load()
    return () => {
      alive = false
      window.clearTimeout(timer)
    }
  }, [needed, ready, loggedIn, version, block, store])
}

/** Returns the signature of a page: "" if it needs or gets none, null until it is loaded. */
export const usePageSign = (page: number): string | null =>
  useReader((state) => {
    if (!needsSignature(state, page)) return ""
    return state.signatures.pages.get(page) ?? (state.signatures.failed ? "" : null)
  })
