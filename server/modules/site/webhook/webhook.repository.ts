import { and, asc, desc, eq, inArray, isNull, lt, lte, or, sql } from "drizzle-orm"
import { WebhookDeliveryStatus } from "@/lib/contract/site/webhook.enums"
import { rootUserId } from "@/lib/rules/people/staff"
import type { Db } from "@/server/db/client"
import { listPage } from "@/server/db/listing"
import { userTable } from "../../people/user/user.table"
import { webhookDeliveryTable as d } from "./webhook-delivery.table"
import { webhookTable as t } from "./webhook.table"

export type WebhookRow = typeof t.$inferSelect
export type DeliveryRow = typeof d.$inferSelect
type Values = Partial<typeof t.$inferInsert>

export const findWebhook = async (db: Db, id: number): Promise<WebhookRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null

export const lockWebhook = async (db: Db, id: number): Promise<WebhookRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)).for("update"))[0] ?? null

export const countWebhooks = (db: Db): Promise<number> => db.$count(t)

export const addWebhook = async (db: Db, values: Values): Promise<WebhookRow> => (await db.insert(t).values(values).returning())[0]!

export const changeWebhook = async (db: Db, id: number, values: Values): Promise<WebhookRow | null> =>
  (await db.update(t).set(values).where(eq(t.id, id)).returning())[0] ?? null

/** Returns the ids of the webhooks that subscribe to the event. */
export const listListening = async (db: Db, event: string): Promise<number[]> =>
  (
    await db
      .select({ id: t.id })
      .from(t)
      .where(and(t.enable, sql`${event} = any(${t.events})`))
  ).map(({ id }) => id)

/** Leases a webhook, because only one process at a time may deliver to it. */
export const leaseWebhook = async (db: Db, id: number, now: Date, until: Date): Promise<WebhookRow | null> => {
  const free = or(isNull(t.lease_until), lt(t.lease_until, now))
  return (
    (
      await db
        .update(t)
        .set({ lease_until: until })
        .where(and(eq(t.id, id), free))
        .returning()
    )[0] ?? null
  )
}

export const endLease = (db: Db, id: number, until: Date) =>
  db
    .update(t)
    .set({ lease_until: null })
    .where(and(eq(t.id, id), eq(t.lease_until, until)))

export const addDeliveries = async (db: Db, rows: (typeof d.$inferInsert)[]): Promise<DeliveryRow[]> =>
  db.insert(d).values(rows).returning()

const isWaiting = eq(d.status, WebhookDeliveryStatus.waiting)
const isDue = (now: Date) => and(isWaiting, lte(d.next_at, now))

/** Returns the next due delivery of a webhook. */
export const findDue = async (db: Db, webhook_id: number, now: Date): Promise<DeliveryRow | null> =>
  (
    await db
      .select()
      .from(d)
      .where(and(eq(d.webhook_id, webhook_id), isDue(now)))
      .orderBy(asc(d.next_at), asc(d.id))
      .limit(1)
  )[0] ?? null

/** Returns the webhooks that have due deliveries and no active lease. */
export const listDueWebhooks = async (db: Db, now: Date): Promise<number[]> =>
  (
    await db
      .selectDistinct({ id: d.webhook_id })
      .from(d)
      .leftJoin(t, eq(t.id, d.webhook_id))
      .where(and(isDue(now), or(isNull(t.lease_until), lt(t.lease_until, now))))
  ).map(({ id }) => id)

export const lockDelivery = async (db: Db, id: number): Promise<DeliveryRow | null> =>
  (await db.select().from(d).where(eq(d.id, id)).for("update"))[0] ?? null

export const changeDelivery = (db: Db, id: number, values: Partial<typeof d.$inferInsert>) => db.update(d).set(values).where(eq(d.id, id))

export const failWaiting = (db: Db, webhook_id: number, error: string) =>
  db
    .update(d)
    .set({ status: WebhookDeliveryStatus.failed, next_at: null, error })
    .where(and(eq(d.webhook_id, webhook_id), isWaiting))

/** Queues deliveries again, starting from the first attempt. Deliveries of disabled webhooks are skipped. */
export const replayDeliveries = async (db: Db, ids: number[], now: Date): Promise<number[]> =>
  (
    await db
      .update(d)
      .set({ status: WebhookDeliveryStatus.waiting, attempts: 0, next_at: now, delivered_at: null })
      .where(and(inArray(d.id, ids), inArray(d.webhook_id, db.select({ id: t.id }).from(t).where(eq(t.enable, true)))))
      .returning({ webhook_id: d.webhook_id })
  ).map(({ webhook_id }) => webhook_id)

export const deleteDeliveriesOf = (db: Db, ids: number[]) => db.delete(d).where(inArray(d.webhook_id, ids))

export const findDelivery = async (db: Db, id: number): Promise<DeliveryRow | null> =>
  (await db.select().from(d).where(eq(d.id, id)))[0] ?? null

type Filter = { webhook_id?: number[]; event?: string[]; status?: number[] }

/** Lists deliveries, newest first. */
export const listDeliveries = (db: Db, filter: Filter, page: { offset: number; limit: number }) =>
  listPage(db, d, {
    where: and(
      filter.webhook_id && inArray(d.webhook_id, filter.webhook_id),
      filter.event && inArray(d.event, filter.event),
      filter.status && inArray(d.status, filter.status),
    ),
    order: [desc(d.id)],
    ...page,
  })

/** Returns the names of webhooks by id. */
export const titlesOf = async (db: Db, ids: number[]): Promise<Map<number, string>> =>
  new Map(
    ids.length ? (await db.select({ id: t.id, title: t.title }).from(t).where(inArray(t.id, ids))).map(({ id, title }) => [id, title]) : [],
  )

/** Returns the verified email address of user 1, who set up the webhooks; "" if there is none. */
export const findRootEmail = async (db: Db): Promise<string> =>
  (
    await db
      .select({ email: userTable.email })
      .from(userTable)
      .where(and(eq(userTable.id, rootUserId), userTable.email_verified))
  )[0]?.email ?? ""
