import { bigint, char, pgTable } from "drizzle-orm/pg-core"
import { body, createdAt, moment, reference } from "../../../db/columns"

/** A file on disk that became a document, so that a later run of the same import skips it without reading it. */
export const importFileTable = pgTable("import_file", {
  /** SHA-256 of `place` and `name`. */
  key: char("key", { length: 64 }).primaryKey(),
  /** Absolute path of the folder or zip file. */
  place: body("place"),
  /** Path inside it. */
  name: body("name"),
  size: bigint("size", { mode: "number" }).notNull(),
  modified_at: moment("modified_at").notNull(),
  sha256: char("sha256", { length: 64 }).notNull(),
  document_id: reference("document_id"),
  created_at: createdAt(),
})
