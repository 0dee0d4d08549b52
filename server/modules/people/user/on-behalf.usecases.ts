import { createCtx, type Ctx, type LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { findUser } from "./people.usecases"

/**
 * What staff publish under somebody's name: neither that person's daily number nor a review stands against it, a punishment does
 * (docs/decisions/103). @throws 400 where there is no such person
 */
export const onBehalfOf = async (ctx: Ctx, id: number): Promise<LoggedIn> => {
  const person = id ? await findUser(ctx, id) : null
  if (!person || person.closed_at) throw invalid("没有这个用户，不能以 TA 的名义发布")
  const user = { id, username: person.username, root: true, jti: "", permissions: new Set<string>(), confirmed_at: null }
  return createCtx(ctx.app, { user })
}
