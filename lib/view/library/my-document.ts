import type { Document } from "../../contract/types"
import { cardFields } from "./document-card"
import { pick } from "../pick"

const fields = [
  ...cardFields,
  "convert_error",
  "reject_reason",
  "convert_warning",
  "encoding",
  "visibility",
  "group_id",
  "file_missing",
  "size",
  "download_count",
  "created_at",
  "keywords",
  "description",
  "language",
  "category_id",
] as const

/** One of the user's own documents in a list, with its editable fields. */
export type MyDocument = Pick<Document, (typeof fields)[number]>

export const mineOf = (document: Document): MyDocument => pick(document, fields)
