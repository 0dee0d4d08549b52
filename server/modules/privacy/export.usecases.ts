import type { LoggedIn } from "../../context"
import { notFound } from "../../errors"
import { listOwned } from "./export.repository"
import { listStandings } from "../user/membership.repository"
import { findUser, listGroups } from "../user/user.repository"
import { fullUser } from "../user/user.usecases"

/**
 * Everything the site holds of the person who asks, as one JSON object in the wire's names: `user`, `group`, `session`,
 * `oauth`, `document`, `article`, `favorite`, `favorite_folder`, `comment`, `download`, `credit`, `sign`, `dynamic`,
 * `report`, `order`, `user_vip`. At most 10,000 rows a list; `truncated` names the lists that had more.
 */
export const exportData = async (ctx: LoggedIn): Promise<Record<string, unknown>> => {
  const { id } = ctx.user
  const row = await findUser(ctx.db, id)
  if (!row) throw notFound("用户不存在")
  const standing = (await listStandings(ctx.db, [id], ctx.now())).get(id)
  const { password: _, remark: __, closed_at: ___, ...user } = fullUser(row, standing, false)
  const { lists, truncated } = await listOwned(ctx.db, id)
  return { exported_at: ctx.now().toISOString(), truncated, user, group: await listGroups(ctx.db, id), ...lists }
}
