"use client"

import { useEffect, useEffectEvent, useState } from "react"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import type { ReviewDetail } from "@/lib/contract/types"

type Item = { kind: number; id: number }
type Opened = Item & { detail: ReviewDetail | null; refusal: string; claimed: boolean }

/**
 * Reads the selected item and claims it for this reviewer; the claim ends when another is selected. `refusal` says why it cannot be
 * decided: it no longer waits, or another reviewer has claimed it.
 */
export const useItem = (item: Item | undefined, decides: boolean, isHeld: (item: Item) => boolean) => {
  const { kind = 0, id = 0 } = item ?? {}
  const [opened, setOpened] = useState<Opened | null>(null)
  // a delayed verdict keeps its claim until it is sent
  const release = useEffectEvent((one: Item) => (isHeld(one) ? undefined : api("DELETE /review/claim", one)))
  useEffect(() => {
    if (!id) return
    let alive = true
    const claim = decides ? api("PUT /review/claim", { kind, id }) : null
    void Promise.all([api("GET /review", { kind, id }), claim]).then(([read, claimed]) => {
      if (!alive) return
      const refusal = read.ok ? (claimed && !claimed.ok ? refusalText(claimed, "没有领到这一条") : "") : refusalText(read, "这一条没有读到")
      setOpened({ kind, id, detail: read.ok ? read.data : null, refusal, claimed: claimed?.ok === true })
    })
    return () => {
      alive = false
      if (claim) void claim.then((reply) => (reply.ok ? release({ kind, id }) : undefined))
    }
  }, [kind, id, decides])
  return opened?.kind === kind && opened.id === id ? opened : null
}
