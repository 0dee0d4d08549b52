import { randomInt } from "node:crypto"
import type { Ctx } from "../../context"
import { sql } from "drizzle-orm"
import { navigationTable } from "../navigation/navigation.table"
import { hashPassword } from "../user/password"
import { addToGroup, addUser, countUsers } from "../user/user.repository"
import { groupTable, userTable } from "../user/user.table"

/** Letters and digits that are not mistaken for each other when read from a terminal. */
const letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
export const randomPassword = (length = 16): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join("")

const groups = [
  { title: "超级管理员", is_display: true, enable_upload: true, sort: 100 },
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
  if (await countUsers(ctx.db)) return null
  const password = randomPassword()
  const hashed = await hashPassword(password)
  return ctx.tx(async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(7301885)`)
    if (await countUsers(ctx.db)) return null
    const rows = await ctx.db.insert(groupTable).values(groups).returning({ id: groupTable.id })
    await ctx.db.insert(navigationTable).values(fixedNavigation)
    const admin = await addUser(ctx.db, { id: 1, username: "admin", password: hashed })
    await ctx.db.execute(sql`select setval(pg_get_serial_sequence('"user"', 'id'), greatest((select max(id) from ${userTable}), 1))`)
    await addToGroup(ctx.db, admin.id, rows[0]!.id)
    return { username: admin.username, password }
  })
}
