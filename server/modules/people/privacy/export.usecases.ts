import type { LoggedIn } from "@/server/context"
import { notFound } from "@/server/errors"
import { readPersonalData } from "@/server/db/personal-data"
import { listMemberships } from "../user/membership.usecases"
import { findUser } from "../user/people.usecases"
import { fullUser } from "../user/user.usecases"

/** How many rows of a kind are exported at most. */
const maxRows = 10_000

/**
 * Exports all personal data of the caller as one JSON object with the API's names: `user`, `group`, `session`, `oauth`, `document`,
 * `article`, `favorite`, `favorite_folder`, `comment`, `download`, `credit`, `sign`, `dynamic`, `report`, `order`, `user_vip`. Modules
 * declare the tables (`personal`). At most 10,000 rows per list; `truncated` names the lists that had more.
 */
export const exportData = async (ctx: LoggedIn): Promise<Record<string, unknown>> => {
  const { id } = ctx.user
  const row = await findUser(ctx, id)
  if (!row) throw notFound("用户不存在")
  const membership = (await listMemberships(ctx, [id], ctx.now())).get(id)
  const { password: _, remark: __, closed_at: ___, ...user } = fullUser(row, membership, false)
  const { lists, truncated } = await readPersonalData(ctx.db, ctx.app.personal, id, maxRows)
  return { exported_at: ctx.now().toISOString(), truncated, user, ...lists }
}
