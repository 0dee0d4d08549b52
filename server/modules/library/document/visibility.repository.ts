import { eq, inArray, max } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { groupTable } from "../../people/group/group.table"
import { userGroupTable } from "../../people/user/user.table"
import { categoryTable } from "../category/category.table"
import { documentGroupTable as t } from "./document.table"

/** A group as it is offered, with the visibility that its members' uploads have. */
export type ChoosableGroup = { id: number; title: string; document_visibility: number }
const columns = { id: groupTable.id, title: groupTable.title, document_visibility: groupTable.document_visibility }

export const listAllGroups = (db: Db): Promise<ChoosableGroup[]> => db.select(columns).from(groupTable).orderBy(groupTable.id)

export const listGroupsOf = (db: Db, userId: number): Promise<ChoosableGroup[]> =>
  db
    .select(columns)
    .from(userGroupTable)
    .innerJoin(groupTable, eq(groupTable.id, userGroupTable.group_id))
    .where(eq(userGroupTable.user_id, userId))
    .orderBy(groupTable.id)

/** Returns the strictest visibility that one of these categories requires. */
export const strictestOfCategories = async (db: Db, ids: number[]): Promise<number> => {
  if (!ids.length) return 0
  const [row] = await db
    .select({ strictest: max(categoryTable.document_visibility) })
    .from(categoryTable)
    .where(inArray(categoryTable.id, ids))
  return row?.strictest ?? 0
}

export const listAllowedGroups = (db: Db, documentIds: number[]) =>
  documentIds.length ? db.select().from(t).where(inArray(t.document_id, documentIds)) : Promise.resolve([])

/** Replaces the allowed groups of these documents. */
export const replaceAllowedGroups = async (db: Db, documentIds: number[], groupIds: readonly number[]): Promise<void> => {
  if (!documentIds.length) return
  await db.delete(t).where(inArray(t.document_id, documentIds))
  const rows = documentIds.flatMap((document_id) => groupIds.map((group_id) => ({ document_id, group_id })))
  if (rows.length) await db.insert(t).values(rows)
}
