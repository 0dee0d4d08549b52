import { sql } from "drizzle-orm"
import { bigint, boolean, char, index, integer, pgTable } from "drizzle-orm/pg-core"
import { createdAt, line, moment, primaryId, reference, updatedAt } from "../../../db/columns"

/** An uploaded file. Rows with the same `sha256` share one stored file; `hash` is its MD5, as on the wire. */
export const attachmentTable = pgTable(
  "attachment",
  {
    id: primaryId(),
    sha256: char("sha256", { length: 64 }).notNull(),
    hash: char("hash", { length: 32 }).notNull(),
    user_id: reference("user_id"),
    type_id: bigint("type_id", { mode: "number" }).notNull().default(0),
    type: integer("type").notNull().default(0),
    enable: boolean("enable").notNull().default(true),
    path: line("path"),
    name: line("name"),
    size: bigint("size", { mode: "number" }).notNull().default(0),
    width: integer("width").notNull().default(0),
    height: integer("height").notNull().default(0),
    ext: line("ext", 32),
    ip: line("ip", 64),
    description: line("description"),
    deleted_at: moment("deleted_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index("attachment_sha256").on(table.sha256),
    index("attachment_hash").on(table.hash),
    index("attachment_type").on(table.type, table.id),
    index("attachment_words").using("gin", sql`lower(${table.name} || ' ' || ${table.description}) gin_trgm_ops`),
    index("attachment_banned")
      .on(table.id)
      .where(sql`not ${table.enable}`),
    index("attachment_owner").on(table.user_id, table.type),
  ],
)
