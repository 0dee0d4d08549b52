import { sql, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { paths } from "@/lib/rules/path"
import type { Db } from "@/server/db/client"
import { articleTable as a } from "../../articles/article/article.table"
import { categoryTable as c } from "../../library/category/category.table"
import { documentTable as d } from "../../library/document/document.table"
import { publicDocuments } from "../../library/document/visibility.policy"
import { punishmentTable as p } from "../../people/punishment/punishment.table"
import { userTable as u } from "../../people/user/user.table"

/**
 * Public rows (id, name, at, version). `name` is the last segment of the path; `at` is when the page last changed, if known; `version` is
 * that of its image, null for none.
 */
export type SitemapSource = {
  kind: SitemapKind
  rows: SQL
  pathOf: (name: string) => string
  imageOf?: (name: string, version: number) => string
}
export type SitemapKind = "documents" | "articles" | "categories" | "users"

const readable = publicDocuments(alias(d, "d"))
const approved = sql`a.deleted_at is null and a.status = ${ReviewStatus.approved}`

export const sources: SitemapSource[] = [
  {
    kind: "documents",
    pathOf: paths.document,
    imageOf: paths.cover,
    rows: sql`select d.id, d.uuid as name, d.updated_at as at,
      case when d.status = ${DocumentStatus.converted} or d.converted_pages > 0 then d.version end as version from ${d} d where ${readable}`,
  },
  {
    kind: "articles",
    pathOf: paths.article,
    rows: sql`select a.id, a.identifier as name, a.updated_at as at, null::int as version from ${a} a where ${approved}`,
  },
  {
    // children of a disabled category are disabled as well; article categories have no page
    kind: "categories",
    pathOf: (name) => paths.category(Number(name)),
    rows: sql`with recursive open as (
      select c.id from ${c} c where c.enable and c.type = 0 and c.parent_id = 0
      union select c.id from ${c} c join open on c.parent_id = open.id where c.enable and c.type = 0
    ) select id, id::text as name, null::timestamptz as at, null::int as version from open`,
  },
  {
    kind: "users",
    pathOf: (name) => paths.user(Number(name)),
    // the page of a disabled account is only a notice
    rows: sql`select u.id, u.id::text as name, null::timestamptz as at, null::int as version from ${u} u where u.closed_at is null
      and not exists (select 1 from ${p} p where p.user_id = u.id and p.enable and p.type = ${PunishmentType.account} and (p.end_time is null or p.end_time > now()))
      and (exists (select 1 from ${d} d where d.user_id = u.id and ${readable}) or exists (select 1 from ${a} a where a.user_id = u.id and ${approved}))`,
  },
]

/** The parts of a source: the span of ids, the number of rows, and a mark that changes when any row does. */
export type SitemapSpan = { part: number; count: number; mark: string; lastmod: Date | null }

/** Lists the parts of a source: all, or only these. */
export const listSpans = async (db: Db, { rows }: SitemapSource, size: number, only?: readonly number[]): Promise<SitemapSpan[]> => {
  const ranges = only?.map((part) => sql`(id > ${part * size} and id <= ${(part + 1) * size})`)
  const where = ranges ? sql`where ${ranges.length ? sql.join(ranges, sql` or `) : sql`false`}` : sql``
  const result = await db.execute<{ part: string; count: string; ids: string; lastmod: string | null }>(
    sql`select (id - 1) / ${size}::bigint as part, count(*) as count, sum(id) as ids, max(at)::text as lastmod from (${rows}) s ${where} group by 1 order by 1`,
  )
  return result.rows.map(({ part, count, ids, lastmod }) => ({
    part: Number(part),
    count: Number(count),
    mark: `${count} ${ids} ${lastmod ?? ""}`,
    lastmod: lastmod ? new Date(lastmod) : null,
  }))
}

const batch = 2_000
type SitemapRow = { name: string; at: Date | null; version: number | null }

/** Yields the rows of one span in batches, so that memory use does not grow with their number. */
export async function* readSpan(db: Db, { rows }: SitemapSource, part: number, size: number): AsyncGenerator<SitemapRow[]> {
  const end = (part + 1) * size
  for (let after = part * size; ;) {
    const result = await db.execute<{ id: string; name: string; at: string | null; version: number | null }>(
      sql`select id, name, at::text as at, version from (${rows}) s where id > ${after} and id <= ${end} order by id limit ${batch}`,
    )
    yield result.rows.map(({ name, at, version }) => ({ name, at: at ? new Date(at) : null, version }))
    if (result.rows.length < batch) return
    after = Number(result.rows.at(-1)!.id)
  }
}
