import { randomBytes } from "node:crypto"
import { and, eq, isNotNull, isNull, lte } from "drizzle-orm"
import { isRoot } from "@/lib/rules/people/staff"
import type { Ctx, LoggedIn } from "@/server/context"
import { forbidden, notFound } from "@/server/errors"
import { erasePersonalData } from "@/server/db/personal-data"
import { requireConfirmed } from "@/server/security/confirmation"
import { requireOwnPassword } from "../account/own-password.policy"
import { settingsOf } from "../../site/settings/settings.usecases"
import { updateUser, findUser, findUserByName } from "../user/people.usecases"
import { userTable as t } from "../user/user.table"

const dayMs = 86_400_000

/** Schedules the account for erasure after `security.account_closing_days` days; until then its owner can cancel. */
export const requestClosing = async (ctx: LoggedIn, { password }: { password?: string }) => {
  const { id } = ctx.user
  if (isRoot(ctx.user)) throw forbidden("站长的账号不能注销")
  const row = await findUser(ctx, id)
  if (!row) throw notFound("用户不存在")
  if (row.password) await requireOwnPassword(ctx, row, password ?? "", "密码错误")
  else requireConfirmed(ctx)
  if (row.closing_at) return { closing_at: row.closing_at }
  const { account_closing_days } = await settingsOf(ctx.app, "security")
  const closing_at = new Date(ctx.now().getTime() + account_closing_days * dayMs)
  await updateUser(ctx, id, { closing_at }, ctx.now())
  return { closing_at }
}

export const cancelClosing = async (ctx: LoggedIn) => {
  await updateUser(ctx, ctx.user.id, { closing_at: null }, ctx.now())
  return {}
}

/** Returns accounts whose closing period has expired. */
export const listDueAccounts = (ctx: Ctx): Promise<{ id: number }[]> =>
  ctx.db
    .select({ id: t.id })
    .from(t)
    .where(and(isNotNull(t.closing_at), lte(t.closing_at, ctx.now()), isNull(t.closed_at)))
    .orderBy(t.id)
    .limit(1_000)

const nothing = {
  password: "",
  password_issued: false,
  mobile: "",
  email: "",
  address: "",
  signature: "",
  realname: "",
  identity: "",
  avatar: "",
  remark: "",
  register_ip: "",
  last_login_ip: "",
  is_vip: false,
  email_verified: false,
  mobile_verified: false,
  favorite_count: 0,
  login_at: null,
}

/**
 * Permanently erases the account. Only what the user published remains, under a name that marks the account as closed. Checks again that
 * the request was not withdrawn; a second run finds nothing to do.
 */
export const eraseAccount = (ctx: Ctx, id: number): Promise<void> =>
  ctx.tx(async (ctx) => {
    const [row] = await ctx.db
      .select()
      .from(t)
      .where(and(eq(t.id, id), lte(t.closing_at, ctx.now()), isNull(t.closed_at)))
      .for("update")
    if (!row || isRoot(row)) return
    await ctx.app.sessions.closeOf(ctx, id)
    await erasePersonalData(ctx, ctx.app.personal, row)
    await updateUser(ctx, id, { ...nothing, username: await freeName(ctx, id), closed_at: ctx.now() }, ctx.now())
    await ctx.changed("user", id)
  })

/** Returns an unused name for an erased account; an older account may already have the reserved one. */
const freeName = async (ctx: Ctx, id: number): Promise<string> => {
  const name = `已注销用户${id}`
  return (await findUserByName(ctx, name)) ? `${name}_${randomBytes(4).toString("hex")}` : name
}
