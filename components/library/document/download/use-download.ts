"use client"

import { useRouter } from "next/navigation"
import { useRef, useState } from "react"
import { useAfterLogin, useLoginFor } from "@/components/people/account/use-after-login"
import { useDocumentStoreIfAny } from "@/components/providers/document-state"
import { useFeedback } from "@/components/providers/feedback"
import { useSession } from "@/components/providers/session"
import { useSettings } from "@/components/providers/settings"
import { paths } from "@/lib/rules/path"
import type { Purchasable } from "./order-document"

/** Downloads a document on a click. A paid document opens the order's page, or is in `purchase` for the dialog to show. */
export const useDownload = (id: number, uuid: string) => {
  const router = useRouter()
  const feedback = useFeedback()
  const page = useDocumentStoreIfAny()
  const { show_order } = useSettings().display
  const memberships = useSettings().vip.enable
  const reload = useSession((state) => state.reload)
  const member = useSession((state) => state.user?.is_vip === true)
  const returnPage = { path: paths.document(uuid), title: page?.getState().title ?? "" }
  const logIn = useLoginFor("download", returnPage)
  const [busy, setBusy] = useState(false)
  const [purchase, setPurchase] = useState<Purchasable | null>(null)
  const running = useRef(false)

  /** Marks the document as bought. */
  const note = () => {
    setPurchase(null)
    page?.getState().set({ bought: true })
    void reload()
  }
  const run = async (mayBuy: boolean): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      const { downloadDocument } = await import("./download-document")
      const buyer = { feedback, member, memberships, showOrder: show_order, mayBuy, onPaid: note }
      const result = await downloadDocument(id, page, buyer)
      if (result.kind === "login") logIn()
      if (result.kind !== "priced") return
      if (show_order) router.push(paths.order(result.purchasable.order_no))
      else setPurchase(result.purchasable)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const paid = () => {
    note()
    void run(false)
  }
  const download = () => run(true)
  useAfterLogin("download", returnPage.path, () => void download())
  return { busy, download, purchase, paid, leave: () => setPurchase(null) }
}
