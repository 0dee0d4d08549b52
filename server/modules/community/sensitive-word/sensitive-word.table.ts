import { bigint, boolean, index, integer, pgTable, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { SensitiveAction, SensitiveCategory } from "../../../../lib/contract/community/sensitive-word.enums"
import { createdAt, line, primaryId, reference, updatedAt } from "../../../db/columns"

export const sensitiveWordTable = pgTable(
  "sensitive_word",
  {
    id: primaryId(),
    word: varchar("word", { length: 64 }).notNull(),
    /** the word as it is matched (`foldWord`), which is unique */
    folded: varchar("folded", { length: 1200 }).notNull().default(""),
    category: integer("category").notNull().default(SensitiveCategory.other),
    action: integer("action").notNull().default(SensitiveAction.review),
    homophone: boolean("homophone").notNull().default(false),
    enable: boolean("enable").notNull().default(true),
    remark: line("remark"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("sensitive_word_folded").on(table.folded),
    index("sensitive_word_category").on(table.category, table.id.desc()),
    index("sensitive_word_action").on(table.action, table.id.desc()),
  ],
)

export const sensitiveHitTable = pgTable(
  "sensitive_hit",
  {
    id: primaryId(),
    kind: integer("kind").notNull(),
    /** the id of the document, article, comment, user or report; 0 = the text was refused and not stored, or it is a search */
    object_id: bigint("object_id", { mode: "number" }).notNull().default(0),
    /** the name of the field, as in the contract */
    field: line("field", 32),
    /** the page of a document's text, from 1 */
    page: integer("page").notNull().default(0),
    user_id: reference("user_id"),
    word: line("word", 64),
    category: integer("category").notNull(),
    action: integer("action").notNull(),
    excerpt: line("excerpt"),
    created_at: createdAt(),
  },
  (table) => [
    index("sensitive_hit_object").on(table.object_id, table.kind),
    index("sensitive_hit_kind").on(table.kind, table.id.desc()),
    index("sensitive_hit_action").on(table.action, table.id.desc()),
    index("sensitive_hit_category").on(table.category, table.id.desc()),
    index("sensitive_hit_user").on(table.user_id, table.id.desc()),
    index("sensitive_hit_created").on(table.created_at),
  ],
)
