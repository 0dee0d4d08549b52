import { and, asc, eq, getTableColumns, inArray, or, type SQL } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { AuditObject } from "@/lib/contract/operations/audit.objects"
import type { Db } from "@/server/db/client"
import { articleCategoryTable } from "../../articles/article/article.table"
import { documentCategoryTable } from "../../library/document/document.table"
import { groupPermissionTable } from "../../people/group/group.table"
import { punishmentTable } from "../../people/punishment/punishment.table"
import { configTable } from "../../site/settings/settings.table"
import { userGroupTable } from "../../people/user/user.table"
import { settingOf } from "./mask.rules"

export type SubjectRow = Record<string, unknown>
/** A subject of an entry: its `id` and name, and its row if it is read. */
export type SubjectRecord = { object: AuditObject; id: string | number; title: string; row: SubjectRow | null }
/** Returns the rows that a call changes. Before the call, `output` is null. */
export type SubjectReader = (db: Db, input: SubjectRow, output: SubjectRow | null) => Promise<SubjectRecord[]>

/** How many rows of one call are recorded in full; further rows are listed only by id. */
const maxRows = 50

const idsOf = (value: unknown): (string | number)[] =>
  [value].flat().filter((one): one is string | number => typeof one === "number" || (typeof one === "string" && one !== ""))

/** Columns that change by themselves or carry no information. */
const silent =
  /^(updated_at|(view|download|favorite|comment|doc|article|user|follow|fans|score)_count|sha256|lost_sha256|file_missing|lease_until|operators)$/

type Options = {
  /** fields of the input that hold the ids (default `id`); a new row's id comes from the output */
  from?: readonly string[]
  /** the column that these fields refer to (default: the row's id) */
  by?: AnyPgColumn
  /** related values that are stored in another table */
  more?: (db: Db, ids: number[]) => Promise<{ id: number; name: string; value: number }[]>
  /** columns that are not recorded */
  without?: readonly string[]
}

const titleOf = (row: SubjectRow): string =>
  [row.title, row.username, row.name, row.order_no, row.document_title, row.url, row.language, row.content].find(
    (one): one is string => typeof one === "string" && one !== "",
  ) ?? ""

/** Returns the rows of a table that a call changes, by the ids in its input, or in its output if it creates a row. */
export const rowsOf = (object: AuditObject, table: PgTable, options: Options = {}): SubjectReader => {
  const columns = getTableColumns(table) as Record<string, AnyPgColumn>
  const { from = ["id"], by = columns.id!, more, without = [] } = options
  return async (db, input, output) => {
    const ids = [...new Set([...from.flatMap((name) => idsOf(input[name])), ...(output ? idsOf(output.id) : [])])]
    if (!ids.length) return []
    const rows: SubjectRow[] = await db
      .select()
      .from(table)
      .where(inArray(by, ids.slice(0, maxRows)))
      .orderBy(asc(columns.id!))
    const beside = more
      ? await more(
          db,
          rows.map(({ id }) => Number(id)),
        )
      : []
    const records = rows.map((row): SubjectRecord => {
      const told: SubjectRow = { ...row }
      for (const { id, name, value } of beside) if (id === row.id) told[name] = [...((told[name] as number[] | undefined) ?? []), value]
      const entries = Object.entries(told).filter(([name]) => !silent.test(name) && !without.includes(name))
      return { object, id: Number(row.id), title: titleOf(row).slice(0, 100), row: Object.fromEntries(entries) }
    })
    const named = by === columns.id ? ids.slice(maxRows) : []
    return [...records, ...named.map((id): SubjectRecord => ({ object, id, title: "", row: null }))]
  }
}

/** Records only ids: these rows are about users and must disappear when they are deleted. */
export const idsAlone =
  (object: AuditObject): SubjectReader =>
  (_db, input) =>
    Promise.resolve(idsOf(input.id).map((id) => ({ object, id, title: "", row: null })))

/** Returns the submitted settings, each with its text. */
export const settings: SubjectReader = async (db, input) => {
  const sent = (input.config as { category: string; name: string }[] | undefined) ?? []
  if (!sent.length) return []
  const named = sent.map(({ category, name }): SQL | undefined => and(eq(configTable.category, category), eq(configTable.name, name)))
  const rows = new Map(
    (
      await db
        .select()
        .from(configTable)
        .where(or(...named))
    ).map((row) => [`${row.category}.${row.name}`, row]),
  )
  return sent.map(({ category, name }): SubjectRecord => {
    const saved = rows.get(`${category}.${name}`)
    return {
      object: "config",
      id: `${category}.${name}`,
      title: settingOf(category, name)?.label ?? "",
      row: saved ? { category, name, value: saved.value } : null,
    }
  })
}

/** Returns the punishments of the users who are being punished. */
export const punishmentsOfPeople: SubjectReader = async (db, input) => {
  if (input.user_id === undefined) return []
  const rows = await db
    .select()
    .from(punishmentTable)
    .where(inArray(punishmentTable.user_id, idsOf(input.user_id).map(Number)))
    .orderBy(asc(punishmentTable.id))
    .limit(maxRows)
  return rows.map(({ operators: _, updated_at: __, ...row }) => ({ object: "punishment", id: row.id, title: "", row }))
}

type Pairs = { table: PgTable; of: AnyPgColumn; to: AnyPgColumn }
const pairsOf =
  ({ table, of, to }: Pairs, name: string): NonNullable<Options["more"]> =>
  async (db, ids) => {
    const rows = (ids.length ? await db.select({ id: of, value: to }).from(table).where(inArray(of, ids)).orderBy(asc(to)) : []) as {
      id: number
      value: number
    }[]
    return rows.map((row) => ({ ...row, name }))
  }

export const categoriesOfDocuments = pairsOf(
  { table: documentCategoryTable, of: documentCategoryTable.document_id, to: documentCategoryTable.category_id },
  "category_id",
)
export const categoriesOfArticles = pairsOf(
  { table: articleCategoryTable, of: articleCategoryTable.article_id, to: articleCategoryTable.category_id },
  "category_id",
)
export const groupsOfUsers = pairsOf({ table: userGroupTable, of: userGroupTable.user_id, to: userGroupTable.group_id }, "group_id")
export const permissionsOfGroups = pairsOf(
  { table: groupPermissionTable, of: groupPermissionTable.group_id, to: groupPermissionTable.permission_id },
  "permission_id",
)
