import { sql, type SQL } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Ctx } from "@/server/context"
import { articleCategoryTable, articleTable } from "../../articles/article/article.table"
import { setArticleCounts } from "../../articles/article/counts.usecases"
import { recountAnswers } from "../../community/comment/counts.usecases"
import { commentTable } from "../../community/comment/comment.table"
import { favoriteTable } from "../../community/favorite/favorite.table"
import { setDocumentCounts } from "../../library/document/counts.usecases"
import { documentCategoryTable, documentTable, downloadTable } from "../../library/document/document.table"
import { recountRatings } from "../../library/reading/rating.usecases"
import { ratingTable } from "../../library/reading/reading.table"
import { setUserCounts } from "../../people/user/people.usecases"
import { userTable } from "../../people/user/user.table"
import type { ImportContext } from "./mapping.usecases"
import { addOrphan, noteOrphans } from "./orphans.usecases"

const approved = sql`one.status = ${ReviewStatus.approved}`
/** A counter: the rows `one` of `table` with `where`, counted by `key`, the id of the counted row. */
type Counter = { table: PgTable; key: string; where: SQL }
const byDocument = (table: PgTable, where: SQL): Counter => ({ table, key: "document_id", where })
const ofContent = (type: number) => ({
  comment_count: byDocument(commentTable, sql`one.type = ${type} and ${approved}`),
  favorite_count: byDocument(favoriteTable, sql`one.type = ${type}`),
})
const byUser = (table: PgTable, where: SQL = sql`true`): Counter => ({ table, key: "user_id", where })

/** Returns the counter of one row, whose id is `id`, as a subquery. */
const countedBy = ({ table, key, where }: Counter, id: SQL): SQL =>
  sql`(select count(*) from ${table} one where one.${sql.identifier(key)} = ${id} and ${where})`

/**
 * Returns the ids of the rows whose counters are not the number of their rows. Each counted table is read once as a whole: right after an
 * import, the planner knows too little of the tables to look 100,000 rows up one by one.
 */
const listWrong = async (ctx: Ctx, table: PgTable, counters: Record<string, Counter>, sign: SQL = sql`<>`): Promise<number[]> => {
  const names = Object.keys(counters)
  const joins = Object.entries(counters).map(
    ([name, { table: counted, key, where }]) => sql`left join (
      select one.${sql.identifier(key)} as id, count(*) as n from ${counted} one where ${where} group by 1
    ) ${sql.identifier(name)} on ${sql.identifier(name)}.id = row.id`,
  )
  const differs = names.map((name) => sql`row.${sql.identifier(name)} ${sign} coalesce(${sql.identifier(name)}.n, 0)`)
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select row.id from ${table} row ${sql.join(joins, sql` `)} where ${sql.join(differs, sql` or `)} order by row.id`,
  )
  return rows.map(({ id }) => Number(id))
}

/** Rows whose counters are written at once. */
const atOnce = 1_000
const inParts = async (ids: number[], write: (some: number[]) => PromiseLike<unknown>): Promise<void> => {
  for (let at = 0; at < ids.length; at += atOnce) await write(ids.slice(at, at + atOnce))
}

const countedTables = [
  documentTable,
  articleTable,
  commentTable,
  favoriteTable,
  userTable,
  documentCategoryTable,
  articleCategoryTable,
  ratingTable,
  downloadTable,
]

/** Lets this transaction count a large site: without the time limit of requests, and with statistics of the rows that were just written. */
export const prepareCounting = async (ctx: Ctx): Promise<void> => {
  await ctx.db.execute(sql`set local statement_timeout = 0`)
  for (const table of countedTables) await ctx.db.execute(sql`analyze ${table}`)
}

const downloads = { download_count: byDocument(downloadTable, sql`true`) }

/**
 * Counts comments, favourites, ratings, documents and articles again. Adding the differences of both sides would be wrong: rows deleted on
 * both sides would be subtracted twice, and merged rows added twice. A source that has no ratings keeps its averages.
 */
export const recountAll = async (ctx: Ctx, { source }: ImportContext): Promise<void> => {
  const subqueries = (counters: Record<string, Counter>, table: PgTable): Record<string, SQL> =>
    Object.fromEntries(Object.entries(counters).map(([name, counter]) => [name, countedBy(counter, sql`${table}.id`)]))
  const document = ofContent(ContentKind.document)
  const wrong = await listWrong(ctx, documentTable, document)
  // a source that deletes old records of downloads counted more: those numbers stay
  const withFewer = source.has("download") ? await listWrong(ctx, documentTable, downloads, sql`<`) : []
  await inParts([...new Set([...wrong, ...withFewer])], (ids) =>
    setDocumentCounts(ctx, ids, {
      ...subqueries(document, documentTable),
      ...(withFewer.length && {
        download_count: sql`greatest(${documentTable.download_count}, ${countedBy(downloads.download_count, sql`${documentTable}.id`)})`,
      }),
    }),
  )
  if (source.has("document_score"))
    await inParts(await listWrong(ctx, documentTable, { score_count: byDocument(ratingTable, sql`true`) }), (ids) =>
      recountRatings(ctx, ids),
    )
  const article = ofContent(ContentKind.article)
  await inParts(await listWrong(ctx, articleTable, article), (ids) => setArticleCounts(ctx, ids, subqueries(article, articleTable)))
  const user = {
    doc_count: byUser(documentTable, sql`one.deleted_at is null`),
    article_count: byUser(articleTable, sql`one.deleted_at is null`),
    comment_count: byUser(commentTable, approved),
    favorite_count: byUser(favoriteTable),
  }
  await inParts(await listWrong(ctx, userTable, user), (ids) => setUserCounts(ctx, ids, subqueries(user, userTable)))
  const comment = { comment_count: { table: commentTable, key: "parent_id", where: approved } }
  await inParts(await listWrong(ctx, commentTable, comment), (ids) => recountAnswers(ctx, ids))
}

/** Reports documents with more downloads than records of them: old records may have been deleted there, so the number stays. */
export const noteOtherDownloads = async (ctx: Ctx, world: ImportContext): Promise<void> => {
  for (const id of await listWrong(ctx, documentTable, downloads, sql`>`))
    addOrphan(world, "文档的下载次数比带过来的下载记录多，按原来的次数保留了", id)
  noteOrphans(world, "document")
}
