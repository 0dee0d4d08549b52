import { sql } from "drizzle-orm"
import { index, integer, jsonb, pgTable, smallint, varchar } from "drizzle-orm/pg-core"
import { body, counter, createdAt, line, moment, primaryId, reference } from "../../../db/columns"

/** One attempt: time (RFC 3339), response status (0 = none), duration in milliseconds, and error message. */
export type WebhookTry = { at: string; status: number; duration: number; error: string }

/** The delivery of one event to one webhook: its payload and its outcome. Written in the transaction of the event. */
export const webhookDeliveryTable = pgTable(
  "webhook_delivery",
  {
    id: primaryId(),
    webhook_id: reference("webhook_id"),
    event: varchar("event", { length: 32 }).notNull(),
    event_id: varchar("event_id", { length: 48 }).notNull(),
    body: body("body"),
    /** WebhookDeliveryStatus */
    status: smallint("status").notNull().default(0),
    attempts: counter("attempts"),
    next_at: moment("next_at"),
    response_status: integer("response_status").notNull().default(0),
    response: body("response"),
    error: line("error"),
    tries: jsonb("tries").$type<WebhookTry[]>().notNull().default([]),
    delivered_at: moment("delivered_at"),
    created_at: createdAt(),
  },
  (table) => [
    index("webhook_delivery_due")
      .on(table.webhook_id, table.next_at, table.id)
      .where(sql`status = 0`),
    index("webhook_delivery_webhook").on(table.webhook_id, table.id),
    index("webhook_delivery_status").on(table.status, table.id),
    index("webhook_delivery_event").on(table.event, table.id),
    index("webhook_delivery_time").on(table.created_at),
  ],
)
