import { bigint, index, pgTable, primaryKey, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { createdAt, line, primaryId, updatedAt } from "../../db/columns"
import { groupTable } from "../user/user.table"

/** One row a permission; method and path come from the contract, title and description may be edited. */
export const permissionTable = pgTable(
  "permission",
  {
    id: primaryId(),
    method: varchar("method", { length: 16 }).notNull(),
    path: varchar("path", { length: 128 }).notNull(),
    title: line("title"),
    description: line("description"),
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
