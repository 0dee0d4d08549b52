import { bigint, boolean, index, integer, pgTable, primaryKey, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { DocumentVisibility } from "../../../../lib/contract/library/document.enums"
import { counter, createdAt, line, moment, primaryId, updatedAt } from "../../../db/columns"

export const groupTable = pgTable("group", {
  id: primaryId(),
  title: varchar("title", { length: 64 }).notNull().unique("group_title"),
  color: line("color", 20),
  description: line("description"),
  sort: counter("sort"),
  is_default: boolean("is_default").notNull().default(false),
  is_display: boolean("is_display").notNull().default(false),
  user_count: counter("user_count"),
  enable_upload: boolean("enable_upload").notNull().default(false),
  enable_document_review: boolean("enable_document_review").notNull().default(false),
  enable_comment: boolean("enable_comment").notNull().default(true),
  enable_comment_approval: boolean("enable_comment_approval").notNull().default(false),
  enable_article: boolean("enable_article").notNull().default(true),
  enable_article_approval: boolean("enable_article_approval").notNull().default(false),
  enable_article_crawl: boolean("enable_article_crawl").notNull().default(false),
  /** The visibility of new documents of its members, unless they choose one (`DocumentVisibility`). */
  document_visibility: integer("document_visibility").notNull().default(DocumentVisibility.everybody),
  created_at: createdAt(),
  updated_at: updatedAt(),
})

/**
 * One row per permission. Method and path come from the contract; title and description can be edited. `retired_at`: since when the running
 * version lacks the permission. Its grants are kept for the version that has it, and have no effect.
 */
export const permissionTable = pgTable(
  "permission",
  {
    id: primaryId(),
    method: varchar("method", { length: 16 }).notNull(),
    path: varchar("path", { length: 128 }).notNull(),
    title: line("title"),
    description: line("description"),
    retired_at: moment("retired_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [uniqueIndex("permission_path").on(table.method, table.path)],
)

export const groupPermissionTable = pgTable(
  "group_permission",
  {
    group_id: bigint("group_id", { mode: "number" })
      .notNull()
      .references(() => groupTable.id, { onDelete: "cascade" }),
    permission_id: bigint("permission_id", { mode: "number" })
      .notNull()
      .references(() => permissionTable.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.group_id, table.permission_id] }), index("group_permission_permission").on(table.permission_id)],
)
