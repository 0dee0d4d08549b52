import type { Document } from "../contract/types"
import { pick } from "./pick"

/** A document in a list. Pages send only this to the browser, so that lists stay small. */
export const cardFields = [
  "id",
  "uuid",
  "title",
  "ext",
  "pages",
  "price",
  "is_vip",
  "width",
  "height",
  "status",
  "version",
  "converted_pages",
] as const
const rowFields = [...cardFields, "description", "size", "download_count", "score", "score_count", "created_at"] as const

export type Card = Pick<Document, (typeof cardFields)[number]>
export type Row = Pick<Document, (typeof rowFields)[number]>

export const cardOf = (document: Document): Card => pick(document, cardFields)
export const rowOf = (document: Document): Row => pick(document, rowFields)
