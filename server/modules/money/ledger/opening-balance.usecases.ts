import { randomUUID } from "node:crypto"
import type { Ctx } from "@/server/context"
import { setCredits } from "../../people/user/people.usecases"
import { addEntries, addTransaction, lockAccounts, setBalances, siteAccount, sumOfKind } from "./ledger.repository"

const kind = "import"

/**
 * Enters the balances that these users had on the imported site. Only the difference to earlier imports is posted, so a second call with
 * the same numbers moves nothing. No balance falls below 0: returns by user how many credits could not be deducted.
 */
export const enterOpenings = (ctx: Ctx, people: { user_id: number; credits: number }[]): Promise<Map<number, number>> =>
  ctx.tx(async (ctx) => {
    const creditsByUser = new Map(people.map(({ user_id, credits }) => [user_id, credits]))
    const accounts = await lockAccounts(ctx.db, [...creditsByUser.keys()])
    const entered = await sumOfKind(
      ctx.db,
      accounts.map(({ id }) => id),
      kind,
    )
    const missing = new Map<number, number>()
    const moves = accounts.flatMap(({ id, user_id, balance }) => {
      const difference = creditsByUser.get(user_id)! - (entered.get(id) ?? 0)
      const amount = Math.max(difference, -balance)
      if (amount !== difference) missing.set(user_id, amount - difference)
      return amount === 0 ? [] : [{ id, user_id, amount, balance: balance + amount }]
    })
    if (!moves.length) return missing
    const created_at = ctx.now()
    // the difference makes the import idempotent, not the key
    const transaction_id = (await addTransaction(ctx.db, { key: `import:${randomUUID()}`, kind, remark: "从原来的网站转入", created_at }))!
    const rest = -moves.reduce((sum, { amount }) => sum + amount, 0)
    const entries = moves.map(({ id, amount, balance }) => ({ transaction_id, account_id: id, amount, balance, created_at }))
    if (rest !== 0) entries.push({ transaction_id, account_id: await siteAccount(ctx.db, "rewards"), amount: rest, balance: 0, created_at })
    await addEntries(ctx.db, entries)
    await setBalances(ctx.db, moves)
    await setCredits(ctx, moves)
    return missing
  })
