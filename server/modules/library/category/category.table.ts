import { bigint, boolean, index, integer, pgTable, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { DocumentVisibility } from "../../../../lib/contract/library/document.enums"
import { body, counter, createdAt, line, primaryId, updatedAt } from "../../../db/columns"

export const categoryTable = pgTable(
  "category",
  {
    id: primaryId(),
    parent_id: bigint("parent_id", { mode: "number" }).notNull().default(0),
    title: varchar("title", { length: 64 }).notNull(),
    icon: line("icon"),
    cover: line("cover"),
    doc_count: counter("doc_count"),
    sort: counter("sort"),
    enable: boolean("enable").notNull().default(true),
    type: integer("type").notNull().default(0),
    description: body("description"),
    show_description: boolean("show_description").notNull().default(false),
    /** The mildest visibility that a new document in it has unless its uploader chooses one (`DocumentVisibility`). */
    document_visibility: integer("document_visibility").notNull().default(DocumentVisibility.everybody),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [uniqueIndex("category_title").on(table.type, table.parent_id, table.title), index("category_parent").on(table.parent_id)],
)
