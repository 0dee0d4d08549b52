import { index, jsonb, pgTable, uuid, varchar } from "drizzle-orm/pg-core"
import { line, moment } from "../../../db/columns"

/** An open captcha: for one purpose, valid for ten minutes, consumed by the first attempt. */
export const captchaTable = pgTable(
  "captcha",
  {
    id: uuid("id").primaryKey(),
    purpose: varchar("purpose", { length: 16 }).notNull(),
    kind: varchar("kind", { length: 16 }).notNull(),
    /** keyed hashes of the answer and of the spoken answer */
    answer: line("answer", 64),
    spoken: line("spoken", 64),
    challenge: jsonb("challenge").$type<Record<string, unknown>>(),
    expires_at: moment("expires_at").notNull(),
  },
  (table) => [index("captcha_expiry").on(table.expires_at)],
)
