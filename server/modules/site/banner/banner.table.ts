import { boolean, index, integer, pgTable } from "drizzle-orm/pg-core"
import { counter, createdAt, line, primaryId, updatedAt } from "../../../db/columns"

export const bannerTable = pgTable(
  "banner",
  {
    id: primaryId(),
    title: line("title"),
    path: line("path"),
    url: line("url"),
    type: integer("type").notNull().default(0),
    sort: counter("sort"),
    enable: boolean("enable").notNull().default(true),
    description: line("description"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("banner_order").on(table.enable.desc().nullsFirst(), table.sort.desc().nullsFirst(), table.id)],
)
