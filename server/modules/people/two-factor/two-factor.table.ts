import { bigint, index, pgTable, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { body, createdAt, line, moment, primaryId, reference } from "../../../db/columns"
import { userTable } from "../user/user.table"

const owner = () => reference("user_id").references(() => userTable.id, { onDelete: "cascade" })

/** A person's authenticator app; without `confirmed_at` it is being set up and asked for nowhere. */
export const totpTable = pgTable("totp", {
  user_id: bigint("user_id", { mode: "number" })
    .primaryKey()
    .references(() => userTable.id, { onDelete: "cascade" }),
  /** sealed with the site's secret (`server/security/sealed.ts`) */
  secret: line("secret"),
  confirmed_at: moment("confirmed_at"),
  /** the step of the last code that was used: it and earlier ones are refused */
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
    /** how often it was used, as the authenticator counts; 0 where it does not */
    counter: bigint("counter", { mode: "number" }).notNull().default(0),
    /** how the browser reaches it, separated by commas */
    transports: line("transports"),
    created_at: createdAt(),
    last_used_at: moment("last_used_at"),
  },
  (table) => [uniqueIndex("passkey_credential").on(table.credential_id), index("passkey_user").on(table.user_id)],
)

/** What a passkey has to sign, once, within five minutes. `user_id` 0: a login, by whomever. */
export const passkeyChallengeTable = pgTable(
  "passkey_challenge",
  {
    id: varchar("id", { length: 64 }).primaryKey(),
    user_id: bigint("user_id", { mode: "number" }).notNull().default(0),
    expires_at: moment("expires_at").notNull(),
  },
  (table) => [index("passkey_challenge_expiry").on(table.expires_at)],
)

/** Codes for who has lost their device; each is good once. */
export const recoveryCodeTable = pgTable(
  "recovery_code",
  {
    id: primaryId(),
    user_id: owner(),
    /** the first letters of the code, which find its row */
    selector: varchar("selector", { length: 4 }).notNull(),
    /** of the rest, salted and slow as that of a password */
    hash: line("hash"),
    used_at: moment("used_at"),
    created_at: createdAt(),
  },
  (table) => [uniqueIndex("recovery_code_selector").on(table.user_id, table.selector)],
)
