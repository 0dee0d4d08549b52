import { sql } from "drizzle-orm"
import { bigint, boolean, char, index, pgTable, primaryKey, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { counter, createdAt, line, moment, primaryId, reference, updatedAt } from "../../../db/columns"
import { userTable } from "../../people/user/user.table"
import { documentTable } from "../document/document.table"

/** Links with which the owner of a document, or staff, let others read it (docs/decisions/335). */
export const shareLinkTable = pgTable(
  "share_link",
  {
    id: primaryId(),
    /** Its address: 128 random bits. Stored as it is, because its creator copies it from the overview at any time. */
    key: varchar("key", { length: 22 }).notNull(),
    document_id: reference("document_id").references(() => documentTable.id, { onDelete: "cascade" }),
    user_id: reference("user_id").references(() => userTable.id, { onDelete: "cascade" }),
    /** argon2id; "" = no password */
    password_hash: line("password_hash"),
    download: boolean("download").notNull().default(false),
    /** 0 = unlimited */
    max_visits: counter("max_visits"),
    visits: counter("visits"),
    /** the creator, who owns the document, pays its price for each visitor */
    pays: boolean("pays").notNull().default(false),
    paid_visits: counter("paid_visits"),
    expires_at: moment("expires_at"),
    revoked_at: moment("revoked_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("share_link_key").on(table.key),
    index("share_link_user").on(table.user_id, table.id),
    index("share_link_document").on(table.document_id, table.user_id, table.id),
    index("share_link_expiry").on(table.expires_at),
    index("share_link_revoked").on(table.revoked_at),
  ],
)

/** The browsers that have opened a link. `visitor` is the SHA-256 (base64url) of the cookie, so a leaked row opens nothing. */
export const shareVisitTable = pgTable(
  "share_visit",
  {
    link_id: bigint("link_id", { mode: "number" })
      .notNull()
      .references(() => shareLinkTable.id, { onDelete: "cascade" }),
    visitor: char("visitor", { length: 43 }).notNull(),
    /** the price was paid, so the visitor reads every page */
    paid: boolean("paid").notNull().default(false),
    /** when it was paid, and from which neighbourhood of addresses (`neighbourhoodOf`); null if it cost nothing */
    paid_at: moment("paid_at"),
    neighbourhood: varchar("neighbourhood", { length: 64 }),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.link_id, table.visitor] }),
    index("share_visit_visitor").on(table.visitor),
    index("share_visit_time").on(table.created_at),
    index("share_visit_paid")
      .on(table.link_id, table.neighbourhood, table.paid_at)
      .where(sql`${table.paid_at} is not null`),
  ],
)
