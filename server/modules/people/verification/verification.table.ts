import { index, integer, pgTable, varchar } from "drizzle-orm/pg-core"
import { counter, createdAt, line, moment, primaryId } from "../../../db/columns"

/**
 * A code sent by mail or SMS, or a password reset link. The code itself is not stored: it is computed from the row, its salt and the site's
 * secret (`code.rules.ts`), so the table alone gives no access.
 */
export const codeTable = pgTable(
  "code",
  {
    id: primaryId(),
    /** mail or sms */
    channel: varchar("channel", { length: 8 }).notNull(),
    address: varchar("address", { length: 64 }).notNull(),
    type: integer("type").notNull(),
    salt: varchar("salt", { length: 64 }).notNull(),
    tries: counter("tries"),
    ip: line("ip", 64),
    /** The network of the address and its neighbourhood: the codes of a day are counted per network (`server/security/network.ts`). */
    network: line("network", 64),
    neighbourhood: line("neighbourhood", 64),
    expires_at: moment("expires_at").notNull(),
    used_at: moment("used_at"),
    created_at: createdAt(),
  },
  (table) => [
    index("code_address").on(table.channel, table.address, table.id),
    index("code_neighbourhood").on(table.neighbourhood, table.created_at),
    index("code_expiry").on(table.expires_at),
  ],
)

/** Ids of used proofs; each proof is valid once. */
export const usedTokenTable = pgTable(
  "used_token",
  { id: varchar("id", { length: 64 }).primaryKey(), expires_at: moment("expires_at").notNull() },
  (table) => [index("used_token_expiry").on(table.expires_at)],
)
