"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useCall } from "@/components/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { useSession } from "@/components/providers/session"
import { useOffers, useSettings } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { purchaseRequired } from "@/lib/api/purchase"
import { paths } from "@/lib/domain/path"
import { useDocumentStoreIfAny } from "../document-state"

/**
 * Asks for the file's address and goes there; the server decides and its message is shown as it is. What must be bought first is paid for after a
 * question, and fetched then.
 */
export const useDownload = (id: number, uuid: string) => {
  const router = useRouter()
  const { busy, call } = useCall()
  const { buying, buy } = useBuy(id)
  const has = useOffers()
  const fetchFile = async (mayBuy: boolean): Promise<void> => {
    let unpaid = false
    const file = await call(() => api("GET /document/download", { id }), {
      fallback: "下载失败",
      onRefused: ({ status, code }) => {
        if (status === 401) router.push(paths.login(paths.document(uuid)))
        unpaid = mayBuy && code === purchaseRequired
        return status === 401 || unpaid
      },
    })
    // An attachment: the browser saves it and stays on this page.
    if (file) location.assign(file.url)
    else if (unpaid && (await buy())) await fetchFile(false)
  }
  return { busy: busy || buying, download: () => fetchFile(has("POST /order")) }
}

/** Buys the document; true once it is paid. */
const useBuy = (id: number) => {
  const router = useRouter()
  const feedback = useFeedback()
  const { credit_name } = useSettings().system
  const reload = useSession((state) => state.reload)
  const page = useDocumentStoreIfAny()
  const [buying, setBuying] = useState(false)
  const buy = async (): Promise<boolean> => {
    setBuying(true)
    try {
      const { buyDocument } = await import("./buy-document")
      const purchase = await buyDocument(id, feedback, credit_name)
      if (purchase.kind === "order") router.push(paths.order(purchase.orderNo))
      if (purchase.kind !== "paid") return false
      page?.getState().set({ bought: true })
      void reload()
      return true
    } finally {
      setBuying(false)
    }
  }
  return { buying, buy }
}
