import { asc, inArray } from "drizzle-orm"
import type { Ctx } from "@/server/context"
import { ledgerAccountTable } from "./ledger.table"

/**
 * Locks the accounts of these users, and with them the counters on their rows, until the transaction ends. Call it before changing counters
 * of several users or rewarding another user: after documents and articles are locked, before categories. The common order avoids
 * deadlocks.
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
