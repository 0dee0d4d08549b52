import { bigint, char, index, jsonb, pgTable, varchar } from "drizzle-orm/pg-core"
import { line, moment, reference } from "../../../db/columns"

/** A challenge to prove possession of a file that the site already has; valid once, for minutes. */
export const uploadClaimTable = pgTable(
  "upload_claim",
  {
    id: varchar("id", { length: 64 }).primaryKey(),
    user_id: reference("user_id"),
    sha256: char("sha256", { length: 64 }).notNull(),
    hash: char("hash", { length: 32 }).notNull(),
    size: bigint("size", { mode: "number" }).notNull(),
    name: line("name"),
    salt: varchar("salt", { length: 64 }).notNull(),
    ranges: jsonb("ranges").$type<[number, number][]>().notNull(),
    expires_at: moment("expires_at").notNull(),
  },
  (table) => [index("upload_claim_expiry").on(table.expires_at)],
)
