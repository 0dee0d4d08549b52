import type { Document, DocumentDetail, Settings } from "@/lib/contract/types"
import { fileSize } from "@/lib/rules/format"

type Link = DocumentDetail["category"][number]

/** Categories from the widest to the narrowest, in whatever order the server lists them. */
export const chainOf = (links: Link[]): Link[] => {
  const chain: Link[] = []
  let next = links.find((link) => !links.some((other) => other.id === link.parent_id))
  while (next && !chain.includes(next)) {
    const parent: Link = next
    chain.push(parent)
    next = links.find((link) => link.parent_id === parent.id)
  }
  return chain
}

/** Number of pages after the preview. */
export const pagesLeft = ({ pages, preview }: DocumentDetail): number => (preview > 0 && preview < pages ? pages - preview : 0)

/** For search engines and shared links: the first 200 characters of the summary, else of the text. */
export const summaryOf = ({ description, content, title }: DocumentDetail): string =>
  [...(description || content || title).replace(/\s+/g, " ").trim()].slice(0, 200).join("")

/** The label of the download button, with the size where there is room. */
export const sizeNote = ({ size }: { size: number }): string => (size > 0 ? `（${fileSize(size)}）` : "")

/** Keywords of a document: split at ASCII and Chinese commas, unique, at most twelve. */
export const keywordsOf = ({ keywords }: { keywords: string }): string[] =>
  [...new Set(keywords.split(/[,，、;；]/).map((word) => word.trim()))].filter(Boolean).slice(0, 12)

/** Whether visitors without an account may download: only free documents, where the site allows it. */
export const servesGuests = (
  { price, is_vip }: Pick<Document, "price" | "is_vip">,
  { download, vip }: Pick<Settings, "download" | "vip">,
): boolean => download.enable_guest_download && price <= 0 && !(is_vip && vip.enable)
