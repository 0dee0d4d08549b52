import { sql } from "drizzle-orm"
import { index, integer, jsonb, pgTable, smallint, varchar } from "drizzle-orm/pg-core"
import { body, counter, createdAt, line, moment, primaryId, reference } from "../../../db/columns"

/** One sending: when (RFC 3339), the status of the answer (0 = none), milliseconds, and what was wrong. */
export type WebhookTry = { at: string; status: number; duration: number; error: string }

/** One event for one webhook: what is sent, and what became of it. Written in the transaction of the event. */
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
