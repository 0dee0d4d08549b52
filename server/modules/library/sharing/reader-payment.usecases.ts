import { credits, minus, noCredits, percent, shareBelow } from "@/lib/rules/money/money"
import type { Ctx } from "@/server/context"
import { lockBalance, post } from "../../money/ledger/ledger.usecases"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { isInside } from "../document/visibility.policy"
import { mayReadAll } from "../entitlement/entitlement.usecases"
import { markPaid, type SharedRow } from "./sharing.repository"

/** Checks whether a visit is to be paid: by the owner of a priced document, and not for a caller who reads all of it anyway. */
export const isForPayment = async (ctx: Ctx, row: SharedRow): Promise<boolean> => {
  if (!row.pays || row.price <= 0 || row.user_id !== row.owner_id) return false
  if (!ctx.user) return true
  if (isInside(ctx.user, { user_id: row.owner_id })) return false
  return !(await mayReadAll(ctx.app, ctx.db, ctx.user.id, { id: row.document_id, is_vip: row.is_vip }, ctx.now()))
}

/** Locks what a payment changes. Call it first in the transaction, since the order of locks is users before links. */
export const lockPayer = (ctx: Ctx, { user_id }: SharedRow): Promise<void> => lockPeople(ctx, [user_id])

/**
 * Pays for one visit in the transaction that counts it, once per browser: the price less the owner's own share of it, which is what the site keeps
 * of a sale. Returns false without a change if the credits do not suffice: the visitor then reads the preview.
 */
export const payForReader = async (ctx: Ctx, row: SharedRow, visitor: string): Promise<boolean> => {
  const price = credits(row.price)
  const { author_income } = await settingsOf(ctx.app, "score")
  const cost = minus(price, shareBelow(price, percent(author_income)))
  if ((await lockBalance(ctx, row.user_id)) < cost) return false
  await post(ctx, {
    key: `share:${row.id}:${visitor}`,
    kind: "share",
    remark: `替读者付《${row.title}》`,
    sides: [{ user_id: row.user_id, amount: minus(noCredits, cost) }],
    site: "sales",
  })
  await markPaid(ctx.db, row.id, visitor)
  return true
}
