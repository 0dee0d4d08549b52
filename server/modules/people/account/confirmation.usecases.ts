import type { LoggedIn } from "@/server/context"
import { invalid, unauthenticated } from "@/server/errors"
import { exchangeSession } from "../session/session.usecases"
import { findUser } from "../user/people.usecases"
import { requireOwnPassword } from "./own-password.policy"

/**
 * Serves `POST /user/confirm`: confirms the password in an open session, for the calls that require it (`server/security/confirmation.ts`).
 * Users without a password log in again. Returns the session's new token, the only one that is confirmed; the old one expires within half a
 * minute.
 * @throws 400 for a wrong password, 429 after five wrong ones in 15 minutes
 */
export const confirmSession = async (ctx: LoggedIn, { password }: { password: string }) => {
  const row = await findUser(ctx, ctx.user.id)
  if (!row) throw unauthenticated()
  if (!row.password) throw invalid("你的账号没有设置密码，请重新登录", "password")
  await requireOwnPassword(ctx, row, password, "密码不正确")
  return { token: await exchangeSession(ctx) }
}
