import type { Document, DocumentDetail, Settings } from "@/lib/contract/types"
import { fileSize } from "@/lib/rules/format"

type Link = DocumentDetail["category"][number]

/** Sorts categories from the widest to the narrowest, regardless of the server's order. */
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

/** Returns the number of pages after the preview. */
export const pagesLeft = ({ pages, preview }: DocumentDetail): number => (preview > 0 && preview < pages ? pages - preview : 0)

/** Returns a summary for search engines and shared links: the first 200 characters of the description, or else of the text. */
export const summaryOf = ({ description, content, title }: DocumentDetail): string =>
  [...(description || content || title).replace(/\s+/g, " ").trim()].slice(0, 200).join("")

/** Returns why nobody can download this document, or why share-link visitors cannot; "" if it can be downloaded. */
export const downloadRefusal = ({ file_missing, by_link, link_download, price, is_bought }: DocumentDetail): string => {
  if (file_missing) return "原文件缺失，暂不能下载"
  if (!by_link || (link_download && (price <= 0 || is_bought))) return ""
  return link_download ? "分享的付费文档只能预览" : "分享的人没有开放下载"
}

/** Returns the file size for the label of the download button, where space allows. */
export const sizeNote = ({ size }: { size: number }): string => (size > 0 ? `（${fileSize(size)}）` : "")

/** Returns the keywords of a document: split at ASCII and Chinese commas, unique, at most twelve. */
export const keywordsOf = ({ keywords }: { keywords: string }): string[] =>
  [...new Set(keywords.split(/[,，、;；]/).map((word) => word.trim()))].filter(Boolean).slice(0, 12)

/** Returns whether anonymous users may download: only free documents, and only if the site allows it. */
export const servesGuests = (
  { price, is_vip }: Pick<Document, "price" | "is_vip">,
  { download, vip }: Pick<Settings, "download" | "vip">,
): boolean => download.enable_guest_download && price <= 0 && !(is_vip && vip.enable)
