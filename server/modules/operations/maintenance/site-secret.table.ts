import { integer, pgTable, varchar } from "drizzle-orm/pg-core"
import { createdAt } from "../../../db/columns"

/** One row: the fingerprint of the secret that signs for this site. Only `site-secret.usecases.ts` writes here. */
export const siteSecretTable = pgTable("site_secret", {
  id: integer("id").primaryKey().default(1),
  fingerprint: varchar("fingerprint", { length: 32 }).notNull(),
  created_at: createdAt(),
})
