"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useAfterLogin, useLoginFor } from "@/components/people/account/use-after-login"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { useSession } from "@/components/providers/session"
import { useOffers, useSettings } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { purchaseRequired } from "@/lib/api/purchase"
import { paths } from "@/lib/rules/path"
import { readMemberDownloads, useDocumentStoreIfAny } from "@/components/providers/document-state"
import type { Purchasable } from "./order-document"

/**
 * Requests the file's URL and opens it; the server decides, and its message is displayed unchanged. What must be paid for takes the
 * cheapest way that the user has: a download of a member's card, or an order. The order is paid on its page or in a dialog (`purchase`),
 * and the file is downloaded afterwards.
 */
export const useDownload = (id: number, uuid: string) => {
  const { busy, call } = useCall()
  const returnPage = { path: paths.document(uuid), title: useDocumentStoreIfAny()?.getState().title ?? "" }
  const logIn = useLoginFor("download", returnPage)
  const { buying, buy, purchase, note, leave } = usePurchase(id)
  const has = useOffers()
  const payByCard = useMemberDownload(id)
  const fetchFile = async (mayBuy: boolean): Promise<void> => {
    let unpaid = false
    const file = await call(() => api("GET /document/download", { id, ask: true }), {
      fallback: "下载失败",
      onRefused: ({ status, code }) => {
        if (status === 401) logIn()
        unpaid = mayBuy && code === purchaseRequired
        return status === 401 || unpaid
      },
    })
    // The file is an attachment: the browser saves it and stays on this page.
    if (file) location.assign(file.url)
    else if (unpaid && !(await payByCard()) && (await buy())) await fetchFile(false)
  }
  const paid = () => {
    note()
    void fetchFile(false)
  }
  const download = () => fetchFile(has("POST /order"))
  useAfterLogin("download", returnPage.path, () => void download())
  return { busy: busy || buying, download, purchase, paid, leave }
}

/** Downloads with the user's card, where the document allows it. Resolves to false if the document must be bought instead. */
const useMemberDownload = (id: number) => {
  const feedback = useFeedback()
  const has = useOffers()
  const page = useDocumentStoreIfAny()
  const member = useSession((state) => state.user?.is_vip === true)
  return async (): Promise<boolean> => {
    if (!member || !page?.getState().freeForMembers || !has("GET /document/download/vip")) return false
    const { downloadAsMember } = await import("./vip-download")
    const result = await downloadAsMember(id, feedback, has)
    if (result === "done" && has("GET /user/vip/active")) page.getState().set({ memberDownloads: await readMemberDownloads() })
    if (result === "refused") page.getState().set({ memberDownloads: 0 })
    return result !== "refused"
  }
}

/**
 * Buys the document. `buy` resolves to true if nothing is left to pay; otherwise the order's page opens or the price is in `purchase`. The
 * dialog orders when the user confirms; an existing server that names no prices (docs/decisions/022) orders before.
 */
const usePurchase = (id: number) => {
  const router = useRouter()
  const feedback = useFeedback()
  const { show_order } = useSettings().display
  const reload = useSession((state) => state.reload)
  const page = useDocumentStoreIfAny()
  const has = useOffers()
  const [buying, setBuying] = useState(false)
  const [purchase, setPurchase] = useState<Purchasable | null>(null)
  /** Marks the document as bought. */
  const note = () => {
    setPurchase(null)
    page?.getState().set({ bought: true })
    void reload()
  }
  const buy = async (): Promise<boolean> => {
    setBuying(true)
    try {
      const { orderDocument, priceDocument } = await import("./order-document")
      const result = await (show_order || !has("GET /order/offer") ? orderDocument : priceDocument)(id, feedback)
      if (result.kind === "priced" && show_order) router.push(paths.order(result.purchasable.order_no))
      else if (result.kind === "priced") setPurchase(result.purchasable)
      if (result.kind !== "paid") return false
      note()
      return true
    } finally {
      setBuying(false)
    }
  }
  return { buying, buy, purchase, note, leave: () => setPurchase(null) }
}
