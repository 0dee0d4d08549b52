import { sql } from "drizzle-orm"
import { editorRole, rightsOfTasks } from "@/lib/rules/people/right-tasks"
import type { Ctx } from "@/server/context"
import { randomPassword } from "@/server/security/password"
import { addGroups } from "../../people/group/member.usecases"
import { grantNewGroup, syncPermissions } from "../../people/group/permission.usecases"
import { seedLanguages } from "../../library/language/language.usecases"
import { addNavigation } from "../navigation/navigation.usecases"
import { addToGroup } from "../../people/user/membership.usecases"
import { addUser } from "../../people/user/people.usecases"
import { userTable } from "../../people/user/user.table"

const groups = [
  { title: "超级管理员", is_display: true, enable_upload: true, sort: 100 },
  { title: "普通用户", is_default: true, is_display: true, enable_upload: true },
  editorRole.group,
]
const fixedNavigation = [
  { title: "首页", href: "/", sort: 102_400 },
  { title: "文库资料", href: "/category", sort: 102_300 },
  { title: "文章资讯", href: "/article", sort: 102_200 },
].map((item) => ({ ...item, target: "_self", enable: true, fixed: true }))

export type FirstAdmin = { username: string; password: string }

/**
 * Initializes a site at its first start: creates groups, navigation, and user 1 with a random password, which is printed once and not
 * stored.
 */
export const bootstrap = async (ctx: Ctx): Promise<FirstAdmin | null> => {
  await syncPermissions(ctx)
  await seedLanguages(ctx)
  if (await ctx.db.$count(userTable)) return null
  const password = randomPassword()
  const hashed = await ctx.app.passwords.hash(password)
  return ctx.tx(async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(7301885)`)
    if (await ctx.db.$count(userTable)) return null
    const [staff, , editors] = await addGroups(ctx, groups)
    await grantNewGroup(ctx, editors!.id, rightsOfTasks(editorRole.tasks))
    await addNavigation(ctx, fixedNavigation)
    await addUser(ctx, { id: 1, username: "admin", password: hashed, password_issued: true })
    await ctx.db.execute(sql`select setval(pg_get_serial_sequence('"user"', 'id'), greatest((select max(id) from ${userTable}), 1))`)
    await addToGroup(ctx, 1, staff!.id)
    return { username: "admin", password }
  })
}
