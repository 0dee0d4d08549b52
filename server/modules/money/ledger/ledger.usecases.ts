import { eq } from "drizzle-orm"
import { credits, minus, noCredits, type Credits } from "@/lib/rules/money/money"
import type { Ctx, LoggedIn } from "@/server/context"
import { dayStart, monthStart } from "@/lib/rules/day"
import { pageOf } from "@/server/db/listing"
import { invalid } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"
import { setUserCounts } from "../../people/user/people.usecases"
import { userTable } from "../../people/user/user.table"
import {
  addEntries,
  addTransaction,
  countEvents,
  hasTransaction,
  listEntries,
  listSides,
  lockAccount,
  setBalance,
  siteAccount,
  sumEntries,
} from "./ledger.repository"

/** A user's side of a movement; `amount` > 0 is incoming. */
export type LedgerSide = { user_id: number; amount: Credits }
/** The escrow account: credits of pending refunds have no owner until the refunds end (docs/decisions/074). */
const escrow = "escrow"
/** A ledger account of the site. */
export type SiteAccount = "rewards" | "penalties" | "recharge" | "sales" | typeof escrow
type Event = { key: string; kind: string; remark: string }
/** `key` identifies the business event: posting it again does nothing. `site` is the site account on the other side. */
export type Posting = Event & { sides: LedgerSide[]; site?: SiteAccount }

/** Opens the event's transaction. Returns its id, or null if the event is already recorded. */
const open = (ctx: Ctx, { key, kind, remark }: Event) =>
  addTransaction(ctx.db, { key, kind, remark: remark.slice(0, 255), created_at: ctx.now() })

/** Returns the entry of a site account. Escrow has a balance and is locked for it, after all users; the other accounts have none. */
const ourSide = async (ctx: Ctx, site: SiteAccount, amount: number) => {
  if (site !== escrow) return { account_id: await siteAccount(ctx.db, site), amount, balance: 0 }
  const account = await lockAccount(ctx.db, { name: escrow })
  const balance = account.balance + amount
  await setBalance(ctx.db, account.id, balance)
  return { account_id: account.id, amount, balance }
}

const write = async (ctx: Ctx, transaction_id: number, entries: { account_id: number; amount: number; balance: number }[]) => {
  if (entries.length)
    await addEntries(
      ctx.db,
      entries.map((entry) => ({ ...entry, transaction_id, created_at: ctx.now() })),
    )
}

/**
 * Posts one business event to the ledger (docs/decisions/010): entries that sum to zero, balances that cannot go below zero, and
 * `credit_count` of the users in the same transaction. Returns false if the event is already recorded; an insufficient balance rejects the
 * whole posting.
 */
export const post = (ctx: Ctx, { key, kind, remark, sides, site = "rewards" }: Posting): Promise<boolean> =>
  ctx.tx(async (ctx) => {
    // in id order, so that two postings never deadlock
    const moves = sides.filter((side) => side.amount !== 0).toSorted((a, b) => a.user_id - b.user_id)
    const transaction_id = await open(ctx, { key, kind, remark })
    if (transaction_id === null) return false
    const rest = -moves.reduce((sum, { amount }) => sum + amount, 0)
    const entries: { account_id: number; amount: number; balance: number }[] = []
    for (const { user_id, amount } of moves) {
      const account = await lockAccount(ctx.db, { user_id })
      const balance = account.balance + amount
      if (balance < 0) throw invalid(`${(await settingsOf(ctx.app, "score")).credit_name}不足`)
      await setBalance(ctx.db, account.id, balance)
      await setUserCounts(ctx, [user_id], { credit_count: balance })
      entries.push({ account_id: account.id, amount, balance })
    }
    if (rest !== 0) entries.push(await ourSide(ctx, site, rest))
    await write(ctx, transaction_id, entries)
    return true
  })

/** Checks whether an event is recorded, also one that moved no credits. Exact only while the caller holds a lock that its posting needs. */
export const hasPosted = (ctx: Ctx, key: string): Promise<boolean> => hasTransaction(ctx.db, key)

/** Moves credits in escrow to another site account, in one movement. Returns false if the event is already recorded. */
export const release = (ctx: Ctx, { amount, to, ...event }: Event & { amount: Credits; to: SiteAccount }): Promise<boolean> =>
  ctx.tx(async (ctx) => {
    const transaction_id = await open(ctx, event)
    if (transaction_id === null) return false
    await write(ctx, transaction_id, [await ourSide(ctx, escrow, minus(noCredits, amount)), await ourSide(ctx, to, amount)])
    return true
  })

/** `daily` limits how many events of this kind are rewarded per day (Asia/Shanghai); absent = no limit. */
export type Award = { user_id: number; kind: string; key: string; amount: number; remark: string; daily?: number }

/** Grants a reward, once per key and up to the daily limit. Returns the credits granted: 0 for none. */
export const award = (ctx: Ctx, { user_id, kind, key, amount, remark, daily }: Award): Promise<number> =>
  ctx.tx(async (ctx) => {
    if (amount <= 0 || daily === 0) return 0
    const account = await lockAccount(ctx.db, { user_id })
    if (daily !== undefined && (await countEvents(ctx.db, account.id, kind, dayStart(ctx.now()))) >= daily) return 0
    return (await post(ctx, { key, kind, remark, sides: [{ user_id, amount: credits(amount) }] })) ? amount : 0
  })

/** Takes back up to `amount`, but never more than the balance. Returns the amount taken. */
export const takeBack = (ctx: Ctx, { user_id, kind, key, amount, remark }: Omit<Award, "daily">): Promise<number> =>
  ctx.tx(async (ctx) => {
    const account = await lockAccount(ctx.db, { user_id })
    const taken = Math.min(Math.abs(amount), account.balance)
    if (taken === 0) return 0
    return (await post(ctx, { key, kind, remark, sides: [{ user_id, amount: credits(-taken) }], site: "penalties" })) ? taken : 0
  })

/** Returns a user's balance; the account stays locked until the transaction ends. */
export const lockBalance = async (ctx: Ctx, user_id: number): Promise<Credits> => credits((await lockAccount(ctx.db, { user_id })).balance)

/** Returns the users' sides of an event; none if it is not recorded. `amount` > 0 is incoming. */
export const sidesOf = async (ctx: Ctx, key: string): Promise<LedgerSide[]> =>
  (await listSides(ctx.db, key)).map(({ user_id, amount }) => ({ user_id, amount: credits(amount) }))

/** Returns the user's credit movements, with this month's sums. */
export const readCredits = async (ctx: LoggedIn, input: { page?: number; size?: number; limit?: number }) => {
  const [{ rows, total }, sums, [user]] = await Promise.all([
    listEntries(ctx.db, ctx.user.id, pageOf(input, 100, 20)),
    sumEntries(ctx.db, ctx.user.id, monthStart(ctx.now())),
    ctx.db.select({ balance: userTable.credit_count }).from(userTable).where(eq(userTable.id, ctx.user.id)),
  ])
  return { total, ...sums, balance: user?.balance ?? 0, credit: rows }
}
