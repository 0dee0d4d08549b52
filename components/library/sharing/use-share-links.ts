import { useCallback, useEffect, useState } from "react"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import type { ShareLink } from "@/lib/contract/types"

const size = 20

/** The caller's share links, newest first, page by page: of one document, or of all (`documentId` 0). `links` is null until they arrive. */
export const useShareLinks = (documentId: number) => {
  const [links, setLinks] = useState<ShareLink[] | null>(null)
  const [total, setTotal] = useState(0)
  const [failure, setFailure] = useState("")
  const load = useCallback(
    async (page: number) => {
      setFailure("")
      const reply = await api("GET /document/share/list", { page, size, ...(documentId ? { document_id: documentId } : {}) })
      if (!reply.ok) return setFailure(refusalText(reply, "没有读到分享链接"))
      const { share, total: all } = reply.data
      setTotal(all)
      setLinks((before) => (page === 1 || !before ? share : [...before, ...share.filter(({ id }) => !before.some((one) => one.id === id))]))
    },
    [documentId],
  )
  useEffect(() => void load(1), [load])
  const reload = () => load(1)
  const loadMore = () => load(Math.floor((links?.length ?? 0) / size) + 1)
  return { links, more: links !== null && links.length < total, failure, reload, loadMore }
}
