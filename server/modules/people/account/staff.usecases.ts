import type { z } from "zod"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import type { account as calls } from "@/lib/contract/people/account"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { dayStart } from "@/lib/rules/day"
import { isRoot } from "@/lib/rules/people/staff"
import type { Ctx, LoggedIn } from "@/server/context"
import { isUniqueViolation } from "@/server/db/client"
import { conflict, forbidden, invalid, notFound } from "@/server/errors"
import { requireUncommonPassword } from "@/server/security/password-rules"
import { checkTexts } from "../../community/sensitive-word/check.usecases"
import { noteAccountChange } from "../security-event/security-event.usecases"
import { resetFactors } from "../two-factor/two-factor.usecases"
import { lockGroups } from "../group/member.usecases"
import { listMemberships, leaveGroups, addToGroup, lockMemberships } from "../user/membership.usecases"
import { isProvenByAnother, updateUser, addUser, findUser, findUserByName } from "../user/people.usecases"
import { fullUser, publicUser } from "../user/user.usecases"
import { requireGroupsWithinOwn, requireNoRootGroup, requireWithinRank } from "../group/rank.policy"
import { countDownloadsOf, countInfringementsOf, listPunishmentsOf, listUserRows } from "./staff.repository"

type InputOf<K extends keyof typeof calls> = z.output<(typeof calls)[K]["input"]>

/** Lists users: public fields for everyone; all columns, search and filters for staff (docs/reference/api.md 2.1). */
export const listUsers = async (ctx: Ctx, input: InputOf<"GET /user/list">) => {
  const permitted = ctx.may("GET /user/list")
  const { rows, total } = await listUserRows(ctx.db, input, permitted, ctx.now())
  const memberships = await listMemberships(
    ctx,
    rows.map((row) => row.id),
    ctx.now(),
  )
  if (!permitted) return { total, user: rows.map((row) => publicUser(row, memberships.get(row.id))) }
  const ids = rows.map((row) => row.id)
  const [punishments, downloads, infringements] = await Promise.all([
    listPunishmentsOf(ctx.db, ids, ctx.now()),
    countDownloadsOf(ctx.db, ids, dayStart(ctx.now())),
    countInfringementsOf(ctx.db, ids),
  ])
  return {
    total,
    user: rows.map((row) => ({
      ...fullUser(row, memberships.get(row.id), true),
      punishment: punishments.get(row.id) ?? [],
      downloads_today: downloads.get(row.id) ?? 0,
      infringements: infringements.get(row.id) ?? 0,
    })),
  }
}

const requireGroups = async (ctx: LoggedIn, groupIds: number[], given: number[] = []): Promise<number[]> => {
  const uniqueIds = [...new Set(groupIds)]
  const there = await lockGroups(ctx, [...new Set([...uniqueIds, ...given])])
  if (!uniqueIds.every((id) => there.includes(id))) throw invalid("用户组不存在", "group_id")
  const added = uniqueIds.filter((id) => !given.includes(id))
  requireNoRootGroup(ctx, [...added, ...given.filter((id) => !uniqueIds.includes(id))])
  await requireGroupsWithinOwn(ctx, added)
  return uniqueIds
}

/** Adds an account without a reward; the address is unverified (docs/reference/api.md 2.1). */
export const addUserByStaff = async (ctx: LoggedIn, input: InputOf<"POST /user">) => {
  requireUncommonPassword(input.password, { names: [input.username, input.email ?? ""] })
  const checked = await checkTexts(ctx, HitKind.profile, { username: input.username })
  const password = await ctx.app.passwords.hash(input.password)
  const email = input.email ?? ""
  return ctx.tx(async (ctx) => {
    if (await findUserByName(ctx, input.username)) throw conflict("用户名已存在", "username")
    if (email && (await isProvenByAnother(ctx, "email", email, 0))) throw conflict("邮箱已存在", "email")
    const groups = await requireGroups(ctx, input.group_id)
    const row = await addUser(ctx, {
      username: input.username,
      email,
      password,
      password_issued: true,
      created_at: ctx.now(),
      updated_at: ctx.now(),
    }).catch((error: unknown) => {
      throw isUniqueViolation(error) ? conflict("用户名已存在", "username") : error
    })
    for (const id of groups) await addToGroup(ctx, row.id, id)
    await checked.record(ctx, row.id)
    return { id: row.id }
  })
}

/** Replaces the groups, and the password if one is given; a new password ends all sessions (docs/reference/api.md 2.1). */
export const setUser = async (ctx: LoggedIn, input: InputOf<"PUT /user">) => {
  if (input.password) requireUncommonPassword(input.password)
  const password = input.password ? await ctx.app.passwords.hash(input.password) : null
  await ctx.tx(async (ctx) => {
    await requireWithinRank(ctx, [input.id])
    const row = await findUser(ctx, input.id)
    if (!row || row.closed_at) throw notFound("用户不存在")
    if (input.password) requireUncommonPassword(input.password, { names: [row.username, row.email] })
    const current = await lockMemberships(ctx, [row.id])
    const groupIds = await requireGroups(ctx, input.group_id, current)
    const left = current.filter((id) => !groupIds.includes(id))
    if (isRoot(row) && left.includes(current[0]!)) throw forbidden("站长的第一个用户组不能去掉")
    if (left.length) await leaveGroups(ctx, row.id, left)
    for (const id of groupIds.filter((id) => !current.includes(id))) await addToGroup(ctx, row.id, id)
    // updated_at changes even if only the groups do, so that saving a stale row is a conflict
    await updateUser(ctx, row.id, password ? { password, password_issued: row.id !== ctx.user.id } : {}, ctx.now())
    if (password) await ctx.app.sessions.closeOf(ctx, row.id, row.id === ctx.user.id ? { except: ctx.user.jti } : {})
    if (password) await noteAccountChange(ctx, { type: SecurityEventType.passwordChanged, user_id: row.id, detail: "由管理员改" })
    await ctx.announce("rights")
    await ctx.changed("user", row.id)
  })
  return {}
}

/** Removes the second factor of a user who has lost it and ends their sessions. Audited, like every staff call. */
export const resetFactorByStaff = async (ctx: LoggedIn, { id }: InputOf<"DELETE /user/factor">) => {
  await requireWithinRank(ctx, [id])
  const row = await findUser(ctx, id)
  if (!row || row.closed_at) throw notFound("用户不存在")
  await resetFactors(ctx, row.id)
  return {}
}
