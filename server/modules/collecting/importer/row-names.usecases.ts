import { inArray } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Ctx } from "@/server/context"
import { articleTable } from "../../articles/article/article.table"
import { documentTable } from "../../library/document/document.table"
import { userTable } from "../../people/user/user.table"
import type { MappedRow, Mapping } from "./mapping.usecases"
import { referredTable } from "./references.usecases"

type Named = { title: string; table: PgTable; id: AnyPgColumn; name: AnyPgColumn }
/** The tables with rows that the report names. */
const namedTables: Record<string, Named> = {
  user: { title: "用户", table: userTable, id: userTable.id, name: userTable.username },
  document: { title: "文档", table: documentTable, id: documentTable.id, name: documentTable.title },
  article: { title: "文章", table: articleTable, id: articleTable.id, name: articleTable.title },
}

const listNames = async (ctx: Ctx, { table, id, name }: Named, ids: number[]): Promise<Map<number, string>> => {
  const rows = await ctx.db.select({ id, name }).from(table).where(inArray(id, ids))
  return new Map(rows.map((row) => [Number(row.id), String(row.name)]))
}

/** Describes rows that have no name of their own by the rows that they refer to, as `用户“甲”、文档“乙”`. */
export const describedRows = async (ctx: Ctx, { references = {} }: Mapping, rows: MappedRow[]): Promise<Map<number, string>> => {
  const parts = rows.flatMap(({ id, row, values }) =>
    Object.entries(references).flatMap(([column, reference]) => {
      const table = referredTable(reference, row) ?? ""
      return namedTables[table] ? [{ id, table, referredId: Number(values[column]) }] : []
    }),
  )
  const descriptions = new Map<number, string>()
  for (const [table, named] of Object.entries(namedTables)) {
    const some = parts.filter((part) => part.table === table)
    if (!some.length) continue
    const names = await listNames(ctx, named, [...new Set(some.map(({ referredId }) => referredId))])
    for (const { id, referredId } of some) {
      const name = names.get(referredId)
      const text = `${named.title}${name === undefined ? ` ${referredId} 号` : `“${name}”`}`
      descriptions.set(id, [descriptions.get(id), text].filter(Boolean).join("、"))
    }
  }
  return descriptions
}
