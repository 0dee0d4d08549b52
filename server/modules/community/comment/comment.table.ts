import { sql } from "drizzle-orm"
import { bigint, index, integer, pgTable } from "drizzle-orm/pg-core"
import { body, counter, createdAt, line, primaryId, reference, updatedAt } from "../../../db/columns"

/** A comment on a document, or on an article if `type` is 1 (docs/reference/api.md 3.7). */
export const commentTable = pgTable(
  "comment",
  {
    id: primaryId(),
    parent_id: bigint("parent_id", { mode: "number" }).notNull().default(0),
    document_id: reference("document_id"),
    type: integer("type").notNull().default(0),
    user_id: reference("user_id"),
    content: body("content"),
    /** The page that the comment refers to; 0 = the whole document. */
    page: counter("page"),
    status: integer("status").notNull().default(0),
    comment_count: counter("comment_count"),
    ip: line("ip", 64),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index("comment_document").on(table.type, table.document_id, table.id),
    index("comment_user").on(table.user_id, table.id),
    index("comment_parent").on(table.parent_id),
    index("comment_status").on(table.status, table.id),
    index("comment_review")
      .on(table.updated_at, table.id)
      .where(sql`${table.status} = 0`),
  ],
)
