import { bigint, integer, pgTable, uniqueIndex, varchar, index } from "drizzle-orm/pg-core"
import { createdAt, line, moment, primaryId, updatedAt } from "../../../db/columns"
import { userTable } from "../user/user.table"

/** A provider identity bound to an account: one per type and user, and one user per identity. */
export const userOauthTable = pgTable(
  "user_oauth",
  {
    id: primaryId(),
    user_id: bigint("user_id", { mode: "number" })
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    oauth_type: integer("oauth_type").notNull(),
    openid: varchar("openid", { length: 255 }).notNull(),
    nickname: line("nickname"),
    avatar: line("avatar", 1024),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("user_oauth_identity").on(table.oauth_type, table.openid),
    uniqueIndex("user_oauth_user").on(table.user_id, table.oauth_type),
  ],
)

/** A login started at a provider: usable once, by the browser that holds the secret. */
export const oauthStateTable = pgTable(
  "oauth_state",
  {
    /** SHA-256 of the state, so that a copy of the table cannot complete a login */
    id: varchar("id", { length: 64 }).primaryKey(),
    oauth_type: integer("oauth_type").notNull(),
    secret: varchar("secret", { length: 64 }).notNull(),
    verifier: line("verifier"),
    nonce: line("nonce"),
    redirect_uri: line("redirect_uri", 1024),
    expires_at: moment("expires_at").notNull(),
  },
  (table) => [index("oauth_state_expiry").on(table.expires_at)],
)
