import { eq, inArray } from "drizzle-orm"
import { addToGroup } from "../../server/modules/people/user/membership.usecases"
import { groupPermissionTable, permissionTable, groupTable } from "../../server/modules/people/group/group.table"
import { userGroupTable } from "../../server/modules/people/user/user.table"
import type { TestUser, TestApp } from "./test-app"

let count = 0

/** Creates a group with exactly these permissions (paths), bypassing the API. */
export const groupWith = async (app: TestApp, paths: string[], more: Partial<typeof groupTable.$inferInsert> = {}): Promise<number> => {
  const { db } = app.database
  const [group] = await db
    .insert(groupTable)
    .values({ title: `测试组${++count}`, ...more })
    .returning()
  const rows = paths.length
    ? await db.select({ id: permissionTable.id }).from(permissionTable).where(inArray(permissionTable.path, paths))
    : []
  if (rows.length !== paths.length) throw new Error(`unknown permission among ${paths.join(", ")}`)
  if (rows.length) await db.insert(groupPermissionTable).values(rows.map((row) => ({ group_id: group!.id, permission_id: row.id })))
  return group!.id
}

/** Creates a user in a group with exactly these permissions; `UserAPI/ListUser` is short for its path. */
export const staffWith = async (app: TestApp, ...names: string[]): Promise<TestUser & { group_id: number }> => {
  const person = await app.person(`staff${++count}`)
  const group_id = await groupWith(
    app,
    names.map((name) => (name.startsWith("/") ? name : `/api.v1.${name}`)),
  )
  await addToGroup(app.database, person.id, group_id)
  app.sessions.forgetAll()
  return { ...person, group_id }
}

/** Returns the groups of a user, smallest id first. */
export const memberships = async (app: TestApp, userId: number): Promise<number[]> =>
  (await app.database.db.select({ id: userGroupTable.group_id }).from(userGroupTable).where(eq(userGroupTable.user_id, userId)))
    .map((row) => row.id)
    .toSorted((a, b) => a - b)
