import { isNotNull, and, sql, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Db } from "@/server/db/client"
import { categoryTable as c } from "../../library/category/category.table"
import { documentCategoryTable as dc, documentTable as d } from "../../library/document/document.table"
import { everPublic, publicDocuments } from "../../library/document/visibility.policy"
import { userTable as u } from "../../people/user/user.table"

/** A document for harvesters: `at` is when it last changed or was deleted, to the millisecond. */
export type HarvestedRow = {
  id: number
  uuid: string
  at: Date
  deleted: boolean
  title: string
  description: string
  keywords: string
  language: string
  ext: string
  pages: number
  created_at: Date
  author: string
  categories: string[]
}

/** A position in harvesting order; a list continues after it. */
export type HarvestCursor = { at: Date; id: number }
type Span = { from: Date | null; until: Date | null; after: HarvestCursor | null; limit: number }

/** Selects documents of one kind by the time in `column`, using an index. */
const ordered = (column: SQL, condition: SQL | undefined, { from, until, after, limit }: Span) => sql`(
  select d.id, ${column} as at from ${d} d where ${condition}
    ${from ? sql`and ${column} >= ${from.toISOString()}` : sql``} ${until ? sql`and ${column} < ${until.toISOString()}` : sql``}
    ${after ? sql`and (${column}, d.id) > (${after.at.toISOString()}, ${after.id})` : sql``}
  order by ${column}, d.id limit ${limit})`

const document = alias(d, "d")
const readable = publicDocuments(document)
// what was hidden when deleted is not revealed, as if it had never existed
const deleted = and(isNotNull(document.deleted_at), everPublic(document))

const columns = sql`d.id, d.uuid, d.deleted_at is not null as deleted, d.title, d.description, d.keywords, d.language, d.ext, d.pages, d.created_at,
  coalesce((select u.username from ${u} u where u.id = d.user_id), '') as author,
  coalesce((select json_agg(c.title order by c.parent_id, c.id) from ${dc} dc join ${c} c on c.id = dc.category_id where dc.document_id = d.id), '[]') as categories`

type RawHarvestRow = Omit<HarvestedRow, "id" | "at" | "created_at"> & { id: string; at: string; created_at: string }
const rowOf = (row: RawHarvestRow): HarvestedRow => ({
  ...row,
  id: Number(row.id),
  at: new Date(row.at),
  created_at: new Date(row.created_at),
})

/** Lists readable and deleted documents by time, oldest first. */
export const listHarvested = async (db: Db, span: Span): Promise<HarvestedRow[]> => {
  const result = await db.execute<RawHarvestRow>(sql`
    select s.at::text as at, ${columns} from (
      select * from (${ordered(sql`d.updated_at`, readable, span)} union all ${ordered(sql`d.deleted_at`, deleted, span)}) both_kinds
      order by at, id limit ${span.limit}
    ) s join ${d} d on d.id = s.id order by s.at, s.id`)
  return result.rows.map(rowOf)
}

/** Returns one document by its uuid; null if there is none. */
export const findHarvested = async (db: Db, uuid: string): Promise<HarvestedRow | null> => {
  const result = await db.execute<RawHarvestRow>(
    sql`select coalesce(d.deleted_at, d.updated_at)::text as at, ${columns} from ${d} d where d.uuid = ${uuid} and (${readable} or ${deleted})`,
  )
  return result.rows[0] ? rowOf(result.rows[0]) : null
}

/** Returns the time of the earliest change among the listed documents; null without any. */
export const findEarliest = async (db: Db): Promise<Date | null> => {
  const [first] = await listHarvested(db, { from: null, until: null, after: null, limit: 1 })
  return first?.at ?? null
}
