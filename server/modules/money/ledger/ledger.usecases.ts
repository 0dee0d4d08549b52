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
  listEntries,
  listSides,
  lockAccount,
  setBalance,
  siteAccount,
  sumEntries,
} from "./ledger.repository"

/** One person's side of a movement; `amount` > 0 comes in. */
export type Side = { user_id: number; amount: Credits }
/** What is held for refunds under way belongs to nobody until they have ended (docs/decisions/074). */
const escrow = "escrow"
/** An account of ours. */
export type SiteAccount = "rewards" | "penalties" | "recharge" | "sales" | typeof escrow
type Event = { key: string; kind: string; remark: string }
/** `key` names the business event: a second posting of it does nothing. `site` is the account of ours on the other side. */
export type Posting = Event & { sides: Side[]; site?: SiteAccount }

/** The id of the event's transaction, or null where it is written down already. */
const open = (ctx: Ctx, { key, kind, remark }: Event) =>
  addTransaction(ctx.db, { key, kind, remark: remark.slice(0, 255), created_at: ctx.now() })

/** One of our sides. What is held has a balance, and is locked for it after all people; the other accounts have none. */
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
 * Writes one business event into the ledger (docs/decisions/010): entries that sum to zero, balances that cannot go below zero,
 * `credit_count` of the persons in the same transaction. False when the event is written down already; a balance that is
 * too small refuses the whole.
 */
export const post = (ctx: Ctx, { key, kind, remark, sides, site = "rewards" }: Posting): Promise<boolean> =>
  ctx.tx(async (ctx) => {
    // in the order of their ids, so that two postings never wait for each other
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

/** What was held becomes the site's: one movement between two accounts of ours. False when the event is written down already. */
export const release = (ctx: Ctx, { amount, to, ...event }: Event & { amount: Credits; to: SiteAccount }): Promise<boolean> =>
  ctx.tx(async (ctx) => {
    const transaction_id = await open(ctx, event)
    if (transaction_id === null) return false
    await write(ctx, transaction_id, [await ourSide(ctx, escrow, minus(noCredits, amount)), await ourSide(ctx, to, amount)])
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
