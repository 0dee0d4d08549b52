import { inArray, sql } from "drizzle-orm"
import { rootUserId } from "@/lib/rules/people/staff"
import type { Ctx } from "@/server/context"
import { removeRows } from "@/server/db/rows"
import { enterOpenings } from "../../money/ledger/opening-balance.usecases"
import { articleTable } from "../../articles/article/article.table"
import { commentTable } from "../../community/comment/comment.table"
import { favoriteTable } from "../../community/favorite/favorite.table"
import { documentTable } from "../../library/document/document.table"
import { orderTable } from "../../money/order/order.table"
import { importRowTable } from "./importer.table"
import { userTable } from "../../people/user/user.table"
import { isLegacyHash } from "@/server/security/password"
import { momentOf } from "./mapping.rules"
import type { Mapping, ImportContext } from "./mapping.usecases"

type Had = { id: number; targetId: number; credits: number }

/** Converts credit balances to ledger entries; negative balances are not allowed here. */
const enterCredits = async (ctx: Ctx, people: Had[], { note }: ImportContext) => {
  for (const { id, credits } of people) if (credits < 0) note("user", id, `积分是 ${credits}，按 0 转入`)
  const missing = await enterOpenings(
    ctx,
    people.map(({ targetId, credits }) => ({ user_id: targetId, credits: Math.max(0, credits) })),
  )
  for (const { id, targetId } of people) if (missing.has(targetId)) note("user", id, `积分在这里已经用掉，少减了 ${missing.get(targetId)}`)
}

/**
 * Imports users with their ids and passwords (`md5$salt$hash`, rehashed at the next login); user 1 becomes ours. A password that was set here
 * stays.
 */
export const user: Mapping = {
  source: "user",
  title: "用户",
  target: userTable,
  uses: ["deleted_at"],
  unique: ["username"],
  ignoresCase: true,
  comparison: { isOurs: (column, { password_rehashed }) => column !== "password" || password_rehashed !== true },
  isErased: ({ closed_at }, base) => closed_at !== null && base.closed_at === null,
  secret: () => ["password"],
  change: (_, taken, world) =>
    taken.map((one) => {
      const { credit_count: _, ...values } = one.values
      const password = String(values.password ?? "")
      if (password && !isLegacyHash(password)) world.note("user", one.id, "口令的形式这里不认识，请这位用户用找回密码")
      const closed_at = momentOf(one.row.deleted_at, world.source.offset)
      if (closed_at) world.note("user", one.id, "在那边已经删除，这里作为已注销的账号，不能登录")
      return { ...one, values: { ...values, password_issued: false, closed_at } }
    }),
  after: (ctx, taken, world) =>
    enterCredits(
      ctx,
      taken.map(({ id, targetId, row }) => ({ id, targetId, credits: Math.round(Number(row.credit_count ?? 0)) })),
      world,
    ),
  listUsed: async (ctx, ids) => {
    const made = Object.entries({
      document: documentTable,
      article: articleTable,
      comment: commentTable,
      favorite: favoriteTable,
      order: orderTable,
    }).map(
      ([source, table]) => sql`select one.user_id as id from ${table} one where ${inArray(sql`one.user_id`, ids)}
        and not exists (select 1 from ${importRowTable} i where i.source = ${source} and i.target_id = one.id)`,
    )
    const { rows } = await ctx.db.execute<{ id: string }>(sql.join(made, sql` union `))
    return new Set(rows.map(({ id }) => Number(id)))
  },
  remove: async (ctx, targetIds, world) => {
    const gone = targetIds.filter((id) => id !== rootUserId)
    await enterCredits(
      ctx,
      gone.map((targetId) => ({ id: targetId, targetId, credits: 0 })),
      world,
    )
    await removeRows(
      ctx.db,
      userTable,
      gone.map((id) => ({ id })),
    )
  },
}
