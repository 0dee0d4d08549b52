import { bigint, index, pgTable, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { body, createdAt, line, moment, primaryId, reference } from "../../../db/columns"
import { userTable } from "../user/user.table"

const owner = () => reference("user_id").references(() => userTable.id, { onDelete: "cascade" })

/** A user's authenticator app. Without `confirmed_at` it is still being set up and is not required at login. */
export const totpTable = pgTable("totp", {
  user_id: bigint("user_id", { mode: "number" })
    .primaryKey()
    .references(() => userTable.id, { onDelete: "cascade" }),
  /** sealed with the site's secret (`server/security/sealed.ts`) */
  secret: line("secret"),
  confirmed_at: moment("confirmed_at"),
  /** the step of the last used code: this and earlier steps are rejected */
  last_step: bigint("last_step", { mode: "number" }).notNull().default(0),
  created_at: createdAt(),
})

/** The public key of a passkey (WebAuthn). */
export const passkeyTable = pgTable(
  "passkey",
  {
    id: primaryId(),
    user_id: owner(),
    name: line("name", 64),
    credential_id: varchar("credential_id", { length: 1400 }).notNull(),
    /** COSE, in base64url */
    public_key: body("public_key"),
    /** the authenticator's count of uses; 0 if it does not count */
    counter: bigint("counter", { mode: "number" }).notNull().default(0),
    /** how the browser can reach it, separated by commas */
    transports: line("transports"),
    created_at: createdAt(),
    last_used_at: moment("last_used_at"),
  },
  (table) => [uniqueIndex("passkey_credential").on(table.credential_id), index("passkey_user").on(table.user_id)],
)

/** A challenge for a passkey to sign, once, within five minutes. `user_id` 0: for a login. */
export const passkeyChallengeTable = pgTable(
  "passkey_challenge",
  {
    id: varchar("id", { length: 64 }).primaryKey(),
    user_id: bigint("user_id", { mode: "number" }).notNull().default(0),
    expires_at: moment("expires_at").notNull(),
  },
  (table) => [index("passkey_challenge_expiry").on(table.expires_at)],
)

/** Recovery codes for users who have lost their device; each works once. */
export const recoveryCodeTable = pgTable(
  "recovery_code",
  {
    id: primaryId(),
    user_id: owner(),
    /** the first letters of the code, which identify its row */
    selector: varchar("selector", { length: 4 }).notNull(),
    /** hash of the rest, salted and slow like a password hash */
    hash: line("hash"),
    used_at: moment("used_at"),
    created_at: createdAt(),
  },
  (table) => [uniqueIndex("recovery_code_selector").on(table.user_id, table.selector)],
)
