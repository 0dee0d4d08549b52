import { bigint, char, pgTable } from "drizzle-orm/pg-core"
import { body, createdAt, moment, reference } from "../../../db/columns"

/** A file of a disk that became a document, so that a later run of the same import passes it over without reading it. */
export const importFileTable = pgTable("import_file", {
  /** SHA-256 of `place` and `name` */
  key: char("key", { length: 64 }).primaryKey(),
  /** the folder or the zip file, as a whole path */
  place: body("place"),
  /** its path in there */
  name: body("name"),
  size: bigint("size", { mode: "number" }).notNull(),
  modified_at: moment("modified_at").notNull(),
  sha256: char("sha256", { length: 64 }).notNull(),
  document_id: reference("document_id"),
  created_at: createdAt(),
})
