import { rootUserId } from "@/lib/rules/people/staff"
import type { LoggedIn } from "@/server/context"
import { forbidden, invalid } from "@/server/errors"
import { deleteWorks, erasePersonalData, ownsWorks } from "@/server/db/personal-data"
import { requireOwnPassword } from "../account/own-password.policy"
import { requireWithinRank } from "../group/rank.policy"
import { lockGroups } from "../group/member.usecases"
import { lockMemberships } from "../user/membership.usecases"
import { deleteUser, findUser, listUsersById } from "../user/people.usecases"

/** Deletes accounts without documents and articles, with all personal data except ledger and orders (docs/reference/api.md 2.1). */
export const deleteUsers = async (ctx: LoggedIn, input: { id: number[]; password: string }) => {
  const ids = [...new Set(input.id)].toSorted((a, b) => a - b)
  if (ids.includes(rootUserId) || ids.includes(ctx.user.id)) throw forbidden("不能删除站长或自己的账号")
  const operator = await findUser(ctx, ctx.user.id)
  if (!operator?.password) throw invalid("请先为自己的账号设置密码")
  await requireOwnPassword(ctx, operator, input.password, "密码错误")
  await ctx.tx(async (ctx) => {
    await requireWithinRank(ctx, ids)
    await lockGroups(ctx, await lockMemberships(ctx, ids))
    if (await ownsWorks(ctx.db, ctx.app.personal, ids)) throw invalid("用户存在文档或文章，不允许删除")
    for (const row of await listUsersById(ctx, ids)) {
      await ctx.app.sessions.closeOf(ctx, row.id)
      await erasePersonalData(ctx, ctx.app.personal, row)
      await deleteWorks(ctx, ctx.app.personal, row)
      await deleteUser(ctx, row.id)
      await ctx.changed("user", row.id)
    }
  })
  return {}
}
