import { bigint, boolean, index, pgTable } from "drizzle-orm/pg-core"
import { counter, createdAt, line, primaryId, updatedAt } from "../../../db/columns"

export const navigationTable = pgTable(
  "navigation",
  {
    id: primaryId(),
    title: line("title"),
    href: line("href"),
    target: line("target", 16),
    color: line("color", 32),
    description: line("description", 1024),
    sort: counter("sort"),
    enable: boolean("enable").notNull().default(false),
    fixed: boolean("fixed").notNull().default(false),
    parent_id: bigint("parent_id", { mode: "number" }).notNull().default(0),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index("navigation_sort").on(table.sort)],
)
