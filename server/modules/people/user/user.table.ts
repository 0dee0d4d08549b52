import { sql } from "drizzle-orm"
import { bigint, boolean, index, pgTable, primaryKey, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import { body, counter, createdAt, line, moment, primaryId, updatedAt } from "../../../db/columns"
import { groupTable } from "../group/group.table"

export const userTable = pgTable(
  "user",
  {
    id: primaryId(),
    username: varchar("username", { length: 64 }).notNull(),
    password: body("password"),
    /** printed at the first start or in the operator's terminal, or set by staff: a notice asks the user to change it */
    password_issued: boolean("password_issued").notNull().default(false),
    /** only the form of an imported hash was renewed at a login: the password is still the one of the imported site */
    password_rehashed: boolean("password_rehashed").notNull().default(false),
    mobile: line("mobile", 20),
    email: line("email", 64),
    address: line("address"),
    signature: line("signature"),
    realname: line("realname", 64),
    identity: line("identity", 32),
    avatar: line("avatar"),
    remark: line("remark"),
    is_vip: boolean("is_vip").notNull().default(false),
    /** verified by a code; only a verified address can log in, and only one account can have verified it */
    email_verified: boolean("email_verified").notNull().default(false),
    mobile_verified: boolean("mobile_verified").notNull().default(false),
    register_ip: line("register_ip", 64),
    last_login_ip: line("last_login_ip", 64),
    doc_count: counter("doc_count"),
    article_count: counter("article_count"),
    follow_count: counter("follow_count"),
    fans_count: counter("fans_count"),
    favorite_count: counter("favorite_count"),
    comment_count: counter("comment_count"),
    credit_count: counter("credit_count"),
    /** when the owner requested erasure */
    closing_at: moment("closing_at"),
    /** when the account was erased: it can no longer log in */
    closed_at: moment("closed_at"),
    /** when reports or staff hid the user's page from others */
    hidden_at: moment("hidden_at"),
    login_at: moment("login_at"),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("user_username").on(sql`lower(${table.username})`),
    uniqueIndex("user_email_verified")
      .on(sql`lower(${table.email})`)
      .where(sql`${table.email_verified}`),
    uniqueIndex("user_mobile_verified")
      .on(table.mobile)
      .where(sql`${table.mobile_verified}`),
    index("user_email")
      .on(sql`lower(${table.email})`)
      .where(sql`${table.email} <> ''`),
    index("user_mobile")
      .on(table.mobile)
      .where(sql`${table.mobile} <> ''`),
    index("user_closing")
      .on(table.closing_at)
      .where(sql`${table.closing_at} is not null`),
    index("user_created").on(table.created_at),
    // for sorting by name and for searching names
    index("user_name").on(table.username, table.id),
  ],
)

export const userGroupTable = pgTable(
  "user_group",
  {
    user_id: bigint("user_id", { mode: "number" })
      .notNull()
      .references(() => userTable.id, { onDelete: "cascade" }),
    group_id: bigint("group_id", { mode: "number" })
      .notNull()
      .references(() => groupTable.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.group_id] }), index("user_group_group").on(table.group_id)],
)
