import { asc, inArray } from "drizzle-orm"
import type { Ctx } from "../../context"
import { ledgerAccountTable } from "./ledger.table"

/**
 * Locks what belongs to these people until the transaction ends: their accounts, and with them the counters on their rows.
 * Whoever changes counters of more than one person, or rewards another, calls this first, after the documents or articles
 * are locked and before categories: everybody in the same order, so that nobody waits in a circle.
 */
export const lockPeople = async (ctx: Ctx, ids: number[]): Promise<void> => {
  const people = [...new Set(ids)].filter((id) => id > 0).toSorted((a, b) => a - b)
  if (!people.length) return
  const account = ledgerAccountTable
  await ctx.db
    .insert(account)
    .values(people.map((user_id) => ({ user_id })))
    .onConflictDoNothing()
  await ctx.db.select({ id: account.id }).from(account).where(inArray(account.user_id, people)).orderBy(asc(account.user_id)).for("update")
}
