import { ReaderBound, type ReaderBoundName } from "@/lib/contract/library/sharing.enums"
import { paidReaders } from "@/lib/rules/library/paid-readers"
import { credits, minus, noCredits, percent, shareBelow } from "@/lib/rules/money/money"
import type { Ctx } from "@/server/context"
import { neighbourhoodOf } from "@/server/security/network"
import { hasPosted, lockBalance, post } from "../../money/ledger/ledger.usecases"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { isInside } from "../document/visibility.policy"
import { mayReadAll } from "../entitlement/entitlement.usecases"
import { countPayments, markPaid, markPayment, type SharedRow } from "./sharing.repository"

/** Whether the visitor reads every page, and otherwise which bound of the network keeps the owner from paying. */
export type ReaderPayment = { whole: boolean; bound: ReaderBoundName }
export const unpaid: ReaderPayment = { whole: false, bound: ReaderBound.none }
const paid: ReaderPayment = { whole: true, bound: ReaderBound.none }

/** How long a payment counts for the bound of its neighbourhood (ms). */
const boundMs = 86_400_000

/** Checks whether a visit is to be paid: by the owner of a priced document, and not for a caller who reads all of it anyway. */
export const isForPayment = async (ctx: Ctx, row: SharedRow): Promise<boolean> => {
  if (!row.pays || row.price <= 0 || row.user_id !== row.owner_id) return false
  if (!ctx.user) return true
  if (isInside(ctx.user, { user_id: row.owner_id })) return false
  return !(await mayReadAll(ctx.app, ctx.db, ctx.user.id, { id: row.document_id, is_vip: row.is_vip }, ctx.now()))
}

/** Locks what a payment changes. Call it first in the transaction, since the order of locks is users before links. */
export const lockPayer = (ctx: Ctx, { user_id }: SharedRow): Promise<void> => lockPeople(ctx, [user_id])

/** Returns the bound that the payments of the caller's neighbourhood have reached. The payer is locked, so concurrent visits are counted. */
const boundOf = async (ctx: Ctx, linkId: number, neighbourhood: string): Promise<ReaderBoundName> => {
  const total = await countPayments(ctx.db, linkId, neighbourhood, new Date(ctx.now().getTime() - boundMs))
  if (total >= paidReaders.all) return ReaderBound.network
  return !ctx.user && total >= paidReaders.anonymous ? ReaderBound.login : ReaderBound.none
}

/**
 * Pays for one visit in the transaction that counts it, once per logged-in user or browser: the price less the owner's own share of it, which is
 * what the site keeps of a sale. Nothing changes if the credits do not suffice or the network has had its readers: the visitor then reads the
 * preview.
 */
export const payForReader = async (ctx: Ctx, row: SharedRow, visitor: string): Promise<ReaderPayment> => {
  const price = credits(row.price)
  const { author_income } = await settingsOf(ctx.app, "score")
  const cost = minus(price, shareBelow(price, percent(author_income)))
  const key = `share:${row.id}:${ctx.user ? `user:${ctx.user.id}` : visitor}`
  // the same user in another browser
  if (await hasPosted(ctx, key)) {
    await markPaid(ctx.db, row.id, visitor)
    return paid
  }
  if ((await lockBalance(ctx, row.user_id)) < cost) return unpaid
  const neighbourhood = neighbourhoodOf(ctx.request.ip)
  const bound = cost > noCredits ? await boundOf(ctx, row.id, neighbourhood) : ReaderBound.none
  if (bound !== ReaderBound.none) return { whole: false, bound }
  await post(ctx, {
    key,
    kind: "share",
    remark: `替读者付《${row.title}》`,
    sides: [{ user_id: row.user_id, amount: minus(noCredits, cost) }],
    site: "sales",
  })
  await markPayment(ctx.db, row.id, visitor, neighbourhood, ctx.now())
  return paid
}
