import type { Ctx } from "../../context"
import { sql } from "drizzle-orm"
import { syncPermissions } from "../group/permission.usecases"
import { seedLanguages } from "../language/language.usecases"
import { navigationTable } from "../navigation/navigation.table"
import { randomPassword } from "../../security/password"
import { userGroupTable, userTable } from "../user/user.table"
import { groupTable } from "../group/group.table"

const groups = [
  { title: "超级管理员", is_display: true, enable_upload: true, sort: 100, user_count: 1 },
  { title: "普通用户", is_default: true, is_display: true, enable_upload: true },
]
const fixedNavigation = [
  { title: "首页", href: "/", sort: 102_400 },
  { title: "文库资料", href: "/category", sort: 102_300 },
  { title: "文章资讯", href: "/article", sort: 102_200 },
].map((item) => ({ ...item, target: "_self", enable: true, fixed: true }))

export type FirstAdmin = { username: string; password: string }

/** The very first start: groups, navigation, and user 1 with a random password, which is said once and kept nowhere. */
export const bootstrap = async (ctx: Ctx): Promise<FirstAdmin | null> => {
  await syncPermissions(ctx)
  await seedLanguages(ctx)
  if (await ctx.db.$count(userTable)) return null
  const password = randomPassword()
  const hashed = await ctx.app.passwords.hash(password)
  return ctx.tx(async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(7301885)`)
    if (await ctx.db.$count(userTable)) return null
    const [staff] = await ctx.db.insert(groupTable).values(groups).returning({ id: groupTable.id })
    await ctx.db.insert(navigationTable).values(fixedNavigation)
    await ctx.db.insert(userTable).values({ id: 1, username: "admin", password: hashed })
    await ctx.db.execute(sql`select setval(pg_get_serial_sequence('"user"', 'id'), greatest((select max(id) from ${userTable}), 1))`)
    await ctx.db.insert(userGroupTable).values({ user_id: 1, group_id: staff!.id })
    return { username: "admin", password }
  })
}
