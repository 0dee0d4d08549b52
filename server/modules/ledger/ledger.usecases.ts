import { eq } from "drizzle-orm"
import { credits, type Credits } from "../../../lib/domain/money"
import type { Ctx, LoggedIn } from "../../context"
import { dayStart, monthStart } from "../../day"
import { pageOf } from "../../db/listing"
import { invalid } from "../../errors"
import { settingsOf } from "../settings/settings.usecases"
import { setUserCounts } from "../user/people.usecases"
import { userTable } from "../user/user.table"
import {
  addEntries,
  addTransaction,
  countEvents,
  listEntries,
  listSides,
  lockAccount,
  setBalance,
  siteAccount,
  sumEntries,
} from "./ledger.repository"

/** One person's side of a movement; `amount` > 0 comes in. */
export type Side = { user_id: number; amount: Credits }
/** `key` names the business event: a second posting of it does nothing. `site` is the account of ours on the other side. */
export type Posting = { key: string; kind: string; remark: string; sides: Side[]; site?: "rewards" | "penalties" | "recharge" | "sales" }

/**
 * Writes one business event into the ledger (docs/decisions/010): entries that sum to zero, balances that cannot go below zero,
 * `credit_count` of the persons in the same transaction. False when the event is written down already; a balance that is
 * too small refuses the whole.
 */
export const post = (ctx: Ctx, { key, kind, remark, sides, site = "rewards" }: Posting): Promise<boolean> =>
  ctx.tx(async (ctx) => {
    // in the order of their ids, so that two postings never wait for each other
    const moves = sides.filter((side) => side.amount !== 0).toSorted((a, b) => a.user_id - b.user_id)
    const transaction_id = await addTransaction(ctx.db, { key, kind, remark: remark.slice(0, 255), created_at: ctx.now() })
    if (transaction_id === null) return false
    const rest = -moves.reduce((sum, { amount }) => sum + amount, 0)
    const entries = []
    for (const { user_id, amount } of moves) {
      const account = await lockAccount(ctx.db, { user_id })
      const balance = account.balance + amount
      if (balance < 0) throw invalid(`${(await settingsOf(ctx.app, "score")).credit_name}不足`)
      await setBalance(ctx.db, account.id, balance)
      await setUserCounts(ctx, [user_id], { credit_count: balance })
      entries.push({ transaction_id, account_id: account.id, amount, balance, created_at: ctx.now() })
    }
    if (rest !== 0)
      entries.push({ transaction_id, account_id: await siteAccount(ctx.db, site), amount: rest, balance: 0, created_at: ctx.now() })
    if (entries.length) await addEntries(ctx.db, entries)
    return true
  })

/** `daily` bounds how many events of this kind are rewarded a day (Asia/Shanghai); absent = any number. */
export type Award = { user_id: number; kind: string; key: string; amount: number; remark: string; daily?: number }

/** Gives a reward, once per key and at most so often a day. Says how many credits it was: 0 when nothing was given. */
export const award = (ctx: Ctx, { user_id, kind, key, amount, remark, daily }: Award): Promise<number> =>
  ctx.tx(async (ctx) => {
    if (amount <= 0 || daily === 0) return 0
    const account = await lockAccount(ctx.db, { user_id })
    if (daily !== undefined && (await countEvents(ctx.db, account.id, kind, dayStart(ctx.now()))) >= daily) return 0
    return (await post(ctx, { key, kind, remark, sides: [{ user_id, amount: credits(amount) }] })) ? amount : 0
  })

/** Takes back up to `amount`, never more than there is. Says how much it was. */
export const takeBack = (ctx: Ctx, { user_id, kind, key, amount, remark }: Omit<Award, "daily">): Promise<number> =>
  ctx.tx(async (ctx) => {
    const account = await lockAccount(ctx.db, { user_id })
    const taken = Math.min(Math.abs(amount), account.balance)
    if (taken === 0) return 0
    return (await post(ctx, { key, kind, remark, sides: [{ user_id, amount: credits(-taken) }], site: "penalties" })) ? taken : 0
  })

/** How many credits a person has; the account stays locked until the transaction ends. */
export const lockBalance = async (ctx: Ctx, user_id: number): Promise<Credits> => credits((await lockAccount(ctx.db, { user_id })).balance)

/** What an event moved, of people; none where it is not written down. `amount` > 0 came in. */
export const sidesOf = async (ctx: Ctx, key: string): Promise<Side[]> =>
  (await listSides(ctx.db, key)).map(({ user_id, amount }) => ({ user_id, amount: credits(amount) }))

/** The person's own movements, with this month's sums. */
export const readCredits = async (ctx: LoggedIn, input: { page?: number; size?: number; limit?: number }) => {
  const [{ rows, total }, sums, [user]] = await Promise.all([
    listEntries(ctx.db, ctx.user.id, pageOf(input, 100, 20)),
    sumEntries(ctx.db, ctx.user.id, monthStart(ctx.now())),
    ctx.db.select({ balance: userTable.credit_count }).from(userTable).where(eq(userTable.id, ctx.user.id)),
  ])
  return { total, ...sums, balance: user?.balance ?? 0, credit: rows }
}
