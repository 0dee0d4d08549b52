import { and, eq, gt, not, sql } from "drizzle-orm"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import type { Services } from "@/server/context"
import type { Db } from "@/server/db/client"
import { orderTable as t, whollyRefunded } from "../../money/order/order.table"
import { settingsOf } from "../../site/settings/settings.usecases"
import { isVip } from "./vip.policy"

type EntitledDocument = { id: number; is_vip: boolean }

const dayMs = 86_400_000

/**
 * Checks whether the user has a valid purchase of this document that was not fully refunded. `free_download_duration` in days, 0 = forever
 * (docs/decisions/015).
 */
export const hasBought = async (app: Services, db: Db, userId: number, documentId: number, now: Date): Promise<boolean> => {
  const { free_download_duration: days } = await settingsOf(app, "download")
  const since = days > 0 ? gt(t.paid_at, new Date(now.getTime() - days * dayMs)) : undefined
  const bought = and(
    eq(t.user_id, userId),
    eq(t.product_id, documentId),
    eq(t.order_type, OrderType.document),
    eq(t.status, OrderStatus.paid),
    not(whollyRefunded),
    since,
  )
  return (
    (
      await db
        .select({ one: sql`1` })
        .from(t)
        .where(bought)
        .limit(1)
    ).length > 0
  )
}

/**
 * Checks whether the user may read all of another user's document: as its buyer, or as a member if it is for members (docs/decisions/015).
 */
export const mayReadAll = async (app: Services, db: Db, userId: number, { id, is_vip }: EntitledDocument, now: Date): Promise<boolean> => {
  if (await hasBought(app, db, userId, id, now)) return true
  return is_vip && (await settingsOf(app, "vip")).enable && (await isVip(db, userId, now))
}
