import { index, pgTable, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { createdAt, line, moment, primaryId, reference } from "../../../db/columns"
import { userTable } from "../user/user.table"

/** Tokens with which programs act for a user, stored as hashes: a token cannot be recovered (docs/decisions/151). */
export const accessTokenTable = pgTable(
  "access_token",
  {
    id: primaryId(),
    user_id: reference("user_id").references(() => userTable.id, { onDelete: "cascade" }),
    name: line("name", 64),
    /** scope names, separated by spaces */
    scope: line("scope"),
    /** SHA-256, base64url */
    hash: varchar("hash", { length: 43 }).notNull(),
    /** the first characters; the owner recognizes the token by them */
    hint: varchar("hint", { length: 8 }).notNull(),
    created_at: createdAt(),
    expires_at: moment("expires_at").notNull(),
    last_used_at: moment("last_used_at"),
    last_used_ip: line("last_used_ip", 64),
  },
  (table) => [
    uniqueIndex("access_token_hash").on(table.hash),
    index("access_token_user").on(table.user_id),
    index("access_token_expiry").on(table.expires_at),
  ],
)
