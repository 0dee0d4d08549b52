import { integer, index, jsonb, pgTable, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { sql } from "drizzle-orm"
import type { StoredFinding } from "../../../../lib/contract/community/content-safety.enums"
import { line, moment, primaryId, reference } from "../../../db/columns"

/** The last verdict of a content-safety service on a document, its pages, an article or a comment. */
export const safetyCheckTable = pgTable(
  "safety_check",
  {
    id: primaryId(),
    /** a `HitKind` */
    kind: integer("kind").notNull(),
    object_id: reference("object_id"),
    /** what was checked (SHA-256): the same content is not checked again */
    digest: varchar("digest", { length: 64 }).notNull().default(""),
    provider: varchar("provider", { length: 16 }).notNull(),
    /** a `SafetyLevel`; `unchecked` while the service does not answer */
    level: integer("level").notNull(),
    findings: jsonb("findings").$type<StoredFinding[]>().notNull().default([]),
    /** why the last attempt failed */
    error: line("error"),
    checked_at: moment("checked_at").notNull(),
  },
  (table) => [
    uniqueIndex("safety_check_object").on(table.kind, table.object_id),
    index("safety_check_time").on(table.checked_at),
    index("safety_check_level").on(table.level, table.checked_at),
    index("safety_check_failed")
      .on(table.checked_at)
      .where(sql`${table.level} = 0`),
  ],
)
