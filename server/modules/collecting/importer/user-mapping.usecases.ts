import { sql } from "drizzle-orm"
import type { Ctx } from "@/server/context"
import { removeRows } from "@/server/db/rows"
import { enterOpenings } from "../../money/ledger/opening.usecases"
import { userTable } from "../../people/user/user.table"
import type { Mapping, ImportContext } from "./mapping.usecases"

type Had = { id: number; credits: number }

/** Converts credit balances to ledger entries; negative balances are not allowed here. */
const enterCredits = async (ctx: Ctx, people: Had[], { note }: ImportContext) => {
  for (const { id, credits } of people) if (credits < 0) note("user", id, `积分是 ${credits}，按 0 转入`)
  const missing = await enterOpenings(
    ctx,
    people.map(({ id, credits }) => ({ user_id: id, credits: Math.max(0, credits) })),
  )
  for (const [id, by] of missing) note("user", id, `积分在这里已经用掉，少减了 ${by}`)
}

/**
 * Imports users with their ids and passwords (`md5$salt$hash`, rehashed at the next login); user 1 becomes ours. A password that was
 * rehashed here stays.
 */
export const user: Mapping = {
  source: "user",
  title: "用户",
  target: userTable,
  merged: {
    password: sql`case when ${userTable.password_issued} or ${userTable.password} not like '$argon2%' then excluded.password else ${userTable.password} end`,
  },
  change: (_, taken) =>
    taken.map((one) => {
      const { credit_count: _, ...values } = one.values
      return { ...one, values: { ...values, password_issued: false } }
    }),
  after: (ctx, taken, world) =>
    enterCredits(
      ctx,
      taken.map(({ id, row }) => ({ id, credits: Math.round(Number(row.credit_count ?? 0)) })),
      world,
    ),
  remove: async (ctx, ids, world) => {
    const gone = ids.filter((id) => id !== 1)
    await enterCredits(
      ctx,
      gone.map((id) => ({ id, credits: 0 })),
      world,
    )
    await removeRows(
      ctx.db,
      userTable,
      gone.map((id) => ({ id })),
    )
  },
}
