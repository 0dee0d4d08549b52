import { sql } from "drizzle-orm"
import { boolean, index, integer, jsonb, pgTable, primaryKey, uniqueIndex, varchar } from "drizzle-orm/pg-core"
import type { MailChoice, NotificationData, NotificationKind } from "@/lib/contract/community/notification.kinds"
import { counter, createdAt, moment, primaryId, reference, updatedAt } from "../../../db/columns"

/** Notifications of a user (docs/decisions/360). Titles and texts are not stored, but read when the row is shown. */
export const notificationTable = pgTable(
  "notification",
  {
    id: primaryId(),
    user_id: reference("user_id"),
    kind: varchar("kind", { length: 32 }).$type<NotificationKind>().notNull(),
    /** a document (0) or an article (1); `subject_id` 0 = neither */
    subject_type: integer("subject_type").notNull().default(0),
    subject_id: reference("subject_id").default(0),
    /** the latest of its users; 0 = none is named */
    actor_id: reference("actor_id").default(0),
    /** the number of its people */
    count: counter("count"),
    data: jsonb("data").$type<NotificationData>().notNull().default({}),
    /** others of this kind about the same subject join it while it is unread */
    merges: boolean("merges").notNull().default(false),
    /** false: only mailed, as the user has chosen */
    listed: boolean("listed").notNull().default(true),
    /** how it is still to be mailed; "off" once it was */
    mail: varchar("mail", { length: 8 }).$type<MailChoice>().notNull().default("off"),
    read_at: moment("read_at"),
    created_at: createdAt(),
    /** when the last user joined it; the order of lists */
    updated_at: updatedAt(),
  },
  (table) => [
    index("notification_list")
      .on(table.user_id, table.updated_at, table.id)
      .where(sql`${table.listed}`),
    index("notification_kind")
      .on(table.user_id, table.kind, table.updated_at, table.id)
      .where(sql`${table.listed}`),
    index("notification_unread")
      .on(table.user_id, table.updated_at, table.id)
      .where(sql`${table.listed} and ${table.read_at} is null`),
    uniqueIndex("notification_merged")
      .on(table.user_id, table.kind, table.subject_type, table.subject_id)
      .where(sql`${table.merges} and ${table.read_at} is null`),
    index("notification_daily")
      .on(table.user_id, table.id)
      .where(sql`${table.mail} = 'daily'`),
    index("notification_by_actor").on(table.actor_id),
    index("notification_updated").on(table.updated_at),
  ],
)

/** The people of a merged notification: each counts once. */
export const notificationActorTable = pgTable(
  "notification_actor",
  {
    notification_id: reference("notification_id").references(() => notificationTable.id, { onDelete: "cascade" }),
    user_id: reference("user_id"),
  },
  (table) => [primaryKey({ columns: [table.notification_id, table.user_id] }), index("notification_actor_user").on(table.user_id)],
)

/** The user's choice for a kind; without a row, the kind's own values apply. */
export const notificationPreferenceTable = pgTable(
  "notification_preference",
  {
    user_id: reference("user_id"),
    kind: varchar("kind", { length: 32 }).$type<NotificationKind>().notNull(),
    site: boolean("site").notNull(),
    mail: varchar("mail", { length: 8 }).$type<MailChoice>().notNull(),
    updated_at: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.kind] })],
)
