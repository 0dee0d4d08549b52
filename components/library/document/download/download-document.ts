import { readMemberDownloads } from "@/components/providers/document-personal"
import type { DocumentStore } from "@/components/providers/document-store"
import type { Feedback } from "@/components/providers/feedback-types"
import { untilAnswered } from "@/components/ui/form/use-call"
import { isAbsent } from "@/lib/api/absent"
import { api } from "@/lib/api/client"
import { purchaseRequired } from "@/lib/api/purchase"
import { refusalText } from "@/lib/api/result"
import { agreeToCharge } from "./charge"
import { orderDocument, priceDocument, type Purchasable, type Purchase } from "./order-document"
import { downloadAsMember } from "./vip-download"

type Buyer = {
  feedback: Feedback
  /** has a member's card */
  member: boolean
  /** the site lets members download marked documents for free */
  memberships: boolean
  /** the site shows the order's page instead of a dialog */
  showOrder: boolean
  /** false: a paid document is refused */
  mayBuy: boolean
  /** called when the document was paid for outside the dialog */
  onPaid: () => void
}

/** done: the file is on its way, or the message is displayed · login: a session is needed · priced: this must be paid first */
export type DownloadOutcome = { kind: "done" } | { kind: "login" } | { kind: "priced"; purchasable: Purchasable }

/**
 * Requests the file's URL and opens it; the server decides, and its message is displayed unchanged. A paid document uses the user's
 * cheapest way: a download of a member's card, or a purchase. This module is loaded with the first download.
 */
export const downloadDocument = async (id: number, page: DocumentStore | null, buyer: Buyer): Promise<DownloadOutcome> => {
  const hasOrders = !isAbsent("POST /order")
  const charge = hasOrders ? "free" : await agreeToCharge(id, page, buyer.feedback)
  if (charge === "login") return { kind: "login" }
  if (charge === "declined") return { kind: "done" }
  const file = await untilAnswered(() => api("GET /document/download", { id, ask: true }), buyer.feedback)
  if (file.ok) {
    // The file is an attachment: the browser saves it and stays on this page.
    location.assign(file.data.url)
    if (charge === "agreed") buyer.onPaid()
  } else if (file.status === 401) return { kind: "login" }
  else if (hasOrders && buyer.mayBuy && file.code === purchaseRequired) return buy(id, page, buyer)
  else buyer.feedback.error(refusalText(file, "下载失败"))
  return { kind: "done" }
}

const buy = async (id: number, page: DocumentStore | null, buyer: Buyer): Promise<DownloadOutcome> => {
  const purchase = await acquire(id, page, buyer)
  if (purchase.kind === "priced") return purchase
  if (purchase.kind === "nothing") return { kind: "done" }
  buyer.onPaid()
  return downloadDocument(id, page, { ...buyer, mayBuy: false })
}

/**
 * Gets a document that is not free. After a download with a card nothing is left to do. The purchase's dialog orders when the user
 * confirms; an existing server that names no prices (docs/decisions/022) orders before.
 */
const acquire = async (id: number, page: DocumentStore | null, buyer: Buyer): Promise<Purchase> => {
  const { feedback } = buyer
  if (buyer.member && !isAbsent("GET /document/download/vip") && (await isFreeForMember(id, page, buyer))) {
    const result = await downloadAsMember(id, feedback)
    if (result === "done" && page) page.getState().set({ memberDownloads: await readMemberDownloads() })
    if (result !== "refused") return { kind: "nothing" }
    page?.getState().set({ memberDownloads: 0 })
  }
  return (buyer.showOrder || isAbsent("GET /order/offer") ? orderDocument : priceDocument)(id, feedback)
}

/** Returns whether the card pays for the document. Lists of downloads and orders do not load the document, so they ask the server. */
const isFreeForMember = async (id: number, page: DocumentStore | null, { memberships }: Buyer): Promise<boolean> => {
  if (page) return page.getState().freeForMembers
  if (!memberships) return false
  const document = await api("GET /document", { id })
  if (!document.ok || !document.data.is_vip || document.data.price <= 0) return false
  return isAbsent("GET /user/vip/active") || (await readMemberDownloads()) > 0
}
