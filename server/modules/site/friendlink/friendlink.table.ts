import { boolean, index, pgTable } from "drizzle-orm/pg-core"
import { counter, createdAt, line, primaryId, updatedAt } from "../../../db/columns"

export const friendlinkTable = pgTable(
  "friendlink",
  {
    id: primaryId(),
    title: line("title", 64),
    link: line("link"),
    description: line("description", 1024),
    sort: counter("sort"),
    enable: boolean("enable").notNull().default(false),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("friendlink_order").on(table.enable.desc().nullsFirst(), table.sort.desc().nullsFirst(), table.id)],
)
