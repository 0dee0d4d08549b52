import type { Document } from "../../contract/types"
import { dotsBound } from "../../rules/format"
import { pick } from "../pick"

/** A document in a list. Pages send only these fields to the browser, to keep lists small. */
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
export type DocumentListRow = Pick<Document, (typeof rowFields)[number]>

/** Prepares the title for display in two balanced lines. */
const withTitle = <T extends { title: string }>(card: T): T => ({ ...card, title: dotsBound(card.title) })

export const cardOf = (document: Document): Card => withTitle(pick(document, cardFields))
export const rowOf = (document: Document): DocumentListRow => withTitle(pick(document, rowFields))
