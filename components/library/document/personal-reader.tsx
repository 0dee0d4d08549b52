"use client"

import { useEffect, useState, type ReactNode } from "react"
import { useSession } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { useDocumentStore } from "../../providers/document-state"
import { Reader } from "../reading/reader"
import { isMaybePaid } from "../reading/store/paid-by-owner"
import { type Policy, type ReaderSource, sourceOf } from "../reading/store/reader-rules"

/** Loads how many pages the user may read and whether they, or the owner by a share link, paid, since the cached page is the same for all users. */
const useOwnSource = (source: ReaderSource): ReaderSource => {
  const store = useDocumentStore()
  const token = useSession((state) => state.token)
  const [ownSource, setOwn] = useState<ReaderSource | null>(null)
  useEffect(() => {
    if (!token) {
      setOwn(null)
      store.getState().set({ bought: false })
    }
    if ((!token && !isMaybePaid(source.uuid)) || (source.total >= source.pages && source.price <= 0)) return
    let alive = true
    void api("GET /document", { uuid: source.uuid }).then((reply) => {
      if (!alive || !reply.ok) return
      setOwn(sourceOf(reply.data))
      store.getState().set({ bought: reply.data.is_bought })
    })
    return () => {
      alive = false
    }
  }, [source, token, store])
  return ownSource && ownSource.version === source.version && ownSource.total >= source.total ? ownSource : source
}

/** The reader with every page that the user may read. `children` follow the last one if there are more. */
export const PersonalReader = ({ source, policy, children }: { source: ReaderSource; policy: Policy; children?: ReactNode }) => (
  <Reader source={useOwnSource(source)} policy={policy}>
    {children}
  </Reader>
)
