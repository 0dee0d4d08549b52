import { sql, type SQL } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Ctx } from "@/server/context"
import { articleTable } from "../../articles/article/article.table"
import { setArticleCounts } from "../../articles/article/counts.usecases"
import { recountAnswers } from "../../community/comment/counting.usecases"
import { commentTable } from "../../community/comment/comment.table"
import { favoriteTable } from "../../community/favorite/favorite.table"
import { setDocumentCounts } from "../../library/document/counts.usecases"
import { documentTable } from "../../library/document/document.table"
import { setUserCounts } from "../../people/user/people.usecases"
import { userTable } from "../../people/user/user.table"

const approved = sql`one.status = ${ReviewStatus.approved}`
const countOf = (table: PgTable, where: SQL): SQL => sql`(select count(*) from ${table} one where ${where})`
const ofContent = (type: number, content: PgTable) => ({
  comment_count: countOf(commentTable, sql`one.type = ${type} and one.document_id = ${content}.id and ${approved}`),
  favorite_count: countOf(favoriteTable, sql`one.type = ${type} and one.document_id = ${content}.id`),
})
const present = (table: PgTable) => countOf(table, sql`one.user_id = ${userTable}.id and one.deleted_at is null`)

/** Returns the ids of the rows whose counters are not the number of their rows. */
const listWrong = async (ctx: Ctx, table: PgTable, counts: Record<string, SQL>): Promise<number[]> => {
  const differs = Object.entries(counts).map(([name, counted]) => sql`${sql.identifier(name)} <> ${counted}`)
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from ${table} where ${sql.join(differs, sql` or `)}`)
  return rows.map(({ id }) => Number(id))
}

/** Rows whose counters are written at once. */
const atOnce = 1_000
const inParts = async (ids: number[], write: (some: number[]) => PromiseLike<unknown>): Promise<void> => {
  for (let at = 0; at < ids.length; at += atOnce) await write(ids.slice(at, at + atOnce))
}

/**
 * Counts comments, favourites, documents and articles again. The differences of both sides do not add up: what was deleted on both was
 * counted down twice, and what was merged was counted twice.
 */
export const recountAll = async (ctx: Ctx): Promise<void> => {
  const document = ofContent(ContentKind.document, documentTable)
  await inParts(await listWrong(ctx, documentTable, document), (ids) => setDocumentCounts(ctx, ids, document))
  const article = ofContent(ContentKind.article, articleTable)
  await inParts(await listWrong(ctx, articleTable, article), (ids) => setArticleCounts(ctx, ids, article))
  const user = {
    doc_count: present(documentTable),
    article_count: present(articleTable),
    comment_count: countOf(commentTable, sql`one.user_id = ${userTable}.id and ${approved}`),
    favorite_count: countOf(favoriteTable, sql`one.user_id = ${userTable}.id`),
  }
  await inParts(await listWrong(ctx, userTable, user), (ids) => setUserCounts(ctx, ids, user))
  const comment = { comment_count: countOf(commentTable, sql`one.parent_id = ${commentTable}.id and ${approved}`) }
  await inParts(await listWrong(ctx, commentTable, comment), (ids) => recountAnswers(ctx, ids))
}
