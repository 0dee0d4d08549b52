import type { Document } from "../../contract/types"

const fields = [
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
  "convert_error",
  "convert_warning",
  "size",
  "download_count",
  "created_at",
  "keywords",
  "description",
  "language",
  "category_id",
] as const

/** An own document in a list, with its editable fields. */
export type MyDocument = Pick<Document, (typeof fields)[number]>

export const mineOf = (document: Document): MyDocument => Object.fromEntries(fields.map((name) => [name, document[name]])) as MyDocument
