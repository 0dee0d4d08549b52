import { createCtx, type Ctx, type LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { findUser } from "./people.usecases"

/**
 * Returns a context in which staff publish under a user's name: the user's daily limit and the review do not apply, but punishments do
 * (docs/decisions/103). @throws 400 if the user does not exist
 */
export const onBehalfOf = async (ctx: Ctx, id: number): Promise<LoggedIn> => {
  const person = id ? await findUser(ctx, id) : null
  if (!person || person.closed_at) throw invalid("没有这个用户，不能以 TA 的名义发布")
  const user = { id, username: person.username, root: true, jti: "", permissions: new Set<string>(), confirmed_at: null }
  return createCtx(ctx.app, { user })
}
