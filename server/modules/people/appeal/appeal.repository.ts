import { and, desc, eq, exists, inArray, isNull, notInArray, sql, type SQL } from "drizzle-orm"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { DecisionKind, DecisionVerdict } from "@/lib/contract/people/appeal.enums"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { rootUserId } from "@/lib/rules/people/staff"
import type { Db } from "@/server/db/client"
import { anyLike, listPage, orderOf, pageOf, patternsOf } from "@/server/db/listing"
import { articleTable } from "../../articles/article/article.table"
import { commentTable } from "../../community/comment/comment.table"
import { documentTable } from "../../library/document/document.table"
import { decisionTable as decision } from "../decision/decision.table"
import { groupPermissionTable, permissionTable } from "../group/group.table"
import { activePunishment, punished } from "../punishment/active-punishment.policy"
import { punishmentTable } from "../punishment/punishment.table"
import { userGroupTable, userTable } from "../user/user.table"
import { appealTable as t } from "./appeal.table"

export type AppealRow = typeof t.$inferSelect
export type DecisionRow = typeof decision.$inferSelect

type DecisionFilter = { page?: number; size?: number; kind?: number; id?: number }

/** Lists the decisions against a user, the latest first. */
export const listDecisions = (db: Db, userId: number, { kind, id, ...paging }: DecisionFilter) =>
  listPage(db, decision, {
    where: and(eq(decision.user_id, userId), kind ? eq(decision.kind, kind) : undefined, id ? eq(decision.id, id) : undefined),
    order: [desc(decision.id)],
    ...pageOf(paging, 100, 20),
  })

export const findDecision = async (db: Db, id: number): Promise<DecisionRow | null> =>
  (await db.select().from(decision).where(eq(decision.id, id)))[0] ?? null

// nested: columns directly inside a selected expression lose their table name
const object = sql`"decision"."object_id"`
const stateOf = (now: Date): Record<number, SQL> => ({
  [DecisionKind.document]: sql`exists (select 1 from ${documentTable} where ${documentTable.id} = ${object} and ${documentTable.deleted_at} is null
    and ${documentTable.status} = case when "decision"."verdict" = ${DecisionVerdict.disabled} then ${DocumentStatus.disabled}::int else ${DocumentStatus.rejected}::int end)`,
  [DecisionKind.article]: sql`exists (select 1 from ${articleTable} where ${articleTable.id} = ${object} and ${articleTable.deleted_at} is null and ${articleTable.status} = ${ReviewStatus.rejected})`,
  [DecisionKind.comment]: sql`exists (select 1 from ${commentTable} where ${commentTable.id} = ${object} and ${commentTable.status} = ${ReviewStatus.rejected})`,
  [DecisionKind.punishment]: sql`exists (select 1 from ${punishmentTable} where ${punishmentTable.id} = ${object} and ${activePunishment(now)})`,
})

/** Returns which of these decisions are in effect: the latest about their object, which is still as the decision left it. */
export const listInEffect = async (db: Db, rows: readonly DecisionRow[], now: Date): Promise<Set<number>> => {
  const states = stateOf(now)
  const inEffect = new Set<number>()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id)
    const matches = await db
      .select({ id: decision.id })
      .from(decision)
      .where(
        and(
          inArray(decision.id, ids),
          states[kind] ?? sql`false`,
          sql`not exists (select 1 from ${decision} later where later.kind = "decision"."kind" and later.object_id = ${object} and later.id > "decision"."id")`,
        ),
      )
    for (const { id } of matches) inEffect.add(id)
  }
  return inEffect
}

/** The object of a decision. `key`: of its page, "" if it has none; `content_type` and `content_id`: the page of a comment. */
export type DecisionObject = { id: number; title: string; key: string; content_type: number; content_id: number; end_time: Date | null }
const plain = {
  key: sql<string>`''`,
  content_type: sql<number>`0`,
  content_id: sql<number>`0`,
  end_time: sql<Date | null>`null::timestamptz`,
}

/** Reads the objects of one kind, deleted ones included. */
export const listObjects = async (db: Db, kind: number, ids: number[]): Promise<DecisionObject[]> => {
  if (!ids.length) return []
  if (kind === DecisionKind.document)
    return db
      .select({ ...plain, id: documentTable.id, title: documentTable.title, key: documentTable.uuid })
      .from(documentTable)
      .where(inArray(documentTable.id, ids))
  if (kind === DecisionKind.article)
    return db
      .select({ ...plain, id: articleTable.id, title: articleTable.title, key: articleTable.identifier })
      .from(articleTable)
      .where(inArray(articleTable.id, ids))
  if (kind === DecisionKind.comment)
    return db
      .select({
        ...plain,
        id: commentTable.id,
        title: sql<string>`left(${commentTable.content}, 60)`,
        content_type: commentTable.type,
        content_id: commentTable.document_id,
      })
      .from(commentTable)
      .where(inArray(commentTable.id, ids))
  const rows = await db
    .select({ id: punishmentTable.id, type: punishmentTable.type, end_time: punishmentTable.end_time })
    .from(punishmentTable)
    .where(inArray(punishmentTable.id, ids))
  return rows.map(({ id, type, end_time }) => ({
    id,
    title: PunishmentType.labelOf(type),
    key: "",
    content_type: 0,
    content_id: 0,
    end_time,
  }))
}

/** Adds an appeal; null if the decision has one already. */
export const addAppeal = async (db: Db, values: typeof t.$inferInsert): Promise<AppealRow | null> =>
  (await db.insert(t).values(values).onConflictDoNothing().returning())[0] ?? null

export const listAppealsOf = async (db: Db, decisionIds: number[]): Promise<AppealRow[]> =>
  decisionIds.length ? db.select().from(t).where(inArray(t.decision_id, decisionIds)) : []

export const findAppeal = async (db: Db, id: number): Promise<AppealRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null

/** Returns an appeal, locked until the transaction ends, so that of two answers only one counts. */
export const lockAppeal = async (db: Db, id: number): Promise<AppealRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)).for("update"))[0] ?? null

export const changeAppeal = (db: Db, id: number, values: Partial<typeof t.$inferInsert>) => db.update(t).set(values).where(eq(t.id, id))

export type AppealFilter = {
  page?: number
  size?: number
  limit?: number
  wd?: string
  order?: string
  status?: number[]
  kind?: number[]
}

/** Lists appeals, the latest first; `wd` searches title and text. */
export const listAppeals = (db: Db, filter: AppealFilter) =>
  listPage(db, t, {
    where: and(
      filter.status?.length ? inArray(t.status, filter.status) : undefined,
      filter.kind?.length ? inArray(t.kind, filter.kind) : undefined,
      ...patternsOf(filter.wd).map((word) => anyLike([t.title, t.content], word)),
    ),
    order: [orderOf(filter.order, { id: t.id, created_at: t.created_at }, desc(t.id)), desc(t.id)],
    ...pageOf(filter, 1_000),
  })

/** Checks whether another open account, except these users, has all of these permissions. */
export const hasOtherHolder = async (db: Db, without: number[], paths: string[], now: Date): Promise<boolean> => {
  const isAble = and(
    notInArray(userTable.id, without),
    isNull(userTable.closed_at),
    sql`not ${punished(db, userTable.id, [PunishmentType.account], now)}`,
  )
  const grants = (path: string) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(userGroupTable)
        .innerJoin(groupPermissionTable, eq(groupPermissionTable.group_id, userGroupTable.group_id))
        .innerJoin(permissionTable, eq(permissionTable.id, groupPermissionTable.permission_id))
        .where(and(eq(userGroupTable.user_id, userTable.id), isNull(permissionTable.retired_at), eq(permissionTable.path, path))),
    )
  const firstOf = (where: SQL | undefined) => db.select({ id: userTable.id }).from(userTable).where(and(isAble, where)).limit(1)
  const root = await firstOf(eq(userTable.id, rootUserId))
  return root.length > 0 || (await firstOf(and(...paths.map(grants)))).length > 0
}
