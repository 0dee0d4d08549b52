import { bigint, integer, pgTable, primaryKey, smallint } from "drizzle-orm/pg-core"

/** What a view is of. */
export const ViewKind = { document: 0, article: 1 } as const
export type ViewKind = (typeof ViewKind)[keyof typeof ViewKind]

/**
 * Views that the rows of documents and articles do not include yet; every minute a job moves them there. A narrow row without other indexes,
 * because a row of a document has an entry in each of its indexes (docs/decisions/487). The day is in Asia/Shanghai, as 20261120.
 */
export const viewTallyTable = pgTable(
  "view_tally",
  {
    kind: smallint("kind").$type<ViewKind>().notNull(),
    content_id: bigint("content_id", { mode: "number" }).notNull(),
    day: integer("day").notNull(),
    times: integer("times").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.content_id, table.day] })],
)
