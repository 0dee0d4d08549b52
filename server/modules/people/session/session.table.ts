import { index, pgTable, uuid } from "drizzle-orm/pg-core"
import { createdAt, line, moment, reference } from "../../../db/columns"
import { userTable } from "../user/user.table"

/** One row per login. A token is valid only while its row is, so that logout, staff and a new password can end it. */
export const sessionTable = pgTable(
  "session",
  {
    id: uuid("id").primaryKey(),
    user_id: reference("user_id").references(() => userTable.id, { onDelete: "cascade" }),
    ip: line("ip", 64),
    user_agent: line("user_agent", 512),
    created_at: createdAt(),
    /** when the password, or another way to log in, was last verified in this session */
    confirmed_at: moment("confirmed_at"),
    last_used_at: moment("last_used_at").notNull().defaultNow(),
    expires_at: moment("expires_at").notNull(),
    revoked_at: moment("revoked_at"),
  },
  (table) => [index("session_user").on(table.user_id), index("session_expiry").on(table.expires_at)],
)
