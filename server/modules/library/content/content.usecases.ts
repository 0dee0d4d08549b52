import { and, eq, or, sql, type AnyColumn, type SQL } from "drizzle-orm"
import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import { isRoot } from "@/lib/rules/people/staff"
import type { Ctx, DbCtx } from "@/server/context"
import { notFound } from "@/server/errors"
import { articleTable } from "../../articles/article/article.table"
import { changeArticleCounts, setArticleCounts } from "../../articles/article/counts.usecases"
import { changeDocumentCounts, setDocumentCounts } from "../document/counts.usecases"
import { documentTable } from "../document/document.table"
import { listMemberships } from "../../people/user/membership.usecases"
import { isVisible, visibleDocuments } from "../document/visibility.policy"
import { listContents, lockContents, readableWhere, type ContentRow } from "./content.repository"

/* Content: a document or an article that favourites and comments refer to. */

/** `key` is a document's uuid or an article's identifier. */
export type Content = ContentRow & { type: number }
export type ContentRef = { type: number; document_id: number }

export const hrefOf = ({ type, key }: Pick<Content, "type" | "key">): string =>
  `/${type === ContentKind.article ? "article" : "document"}/${key}`

/** Checks whether the caller may read the content; deleted content is never readable (docs/reference/api.md 2.5, 2.6). */
const mayRead = (ctx: Ctx, row: Content): boolean =>
  row.deleted_at === null &&
  (row.type === ContentKind.article
    ? row.status === ReviewStatus.approved || row.user_id === ctx.user?.id || ctx.may("GET /article")
    : isVisible(ctx.user, row))

/** Returns readable content, locked until the transaction ends; throws 404 otherwise. */
export const lockReadable = async (ctx: Ctx, ref: ContentRef): Promise<Content> => {
  const [row] = await lockContents(ctx.db, ref.type, [ref.document_id])
  if (!row || !mayRead(ctx, { ...row, type: ref.type })) throw notFound(ref.type === ContentKind.article ? "文章不存在" : "文档不存在")
  return { ...row, type: ref.type }
}

/** Returns which of these users may read the content by its visibility and their groups; the rights of staff are not considered. */
export const readersAmong = async (ctx: DbCtx & Pick<Ctx, "now">, content: Content, ids: number[]): Promise<Set<number>> => {
  if (content.type === ContentKind.article)
    return new Set(ids.filter((id) => content.status === ReviewStatus.approved || id === content.user_id))
  const memberships = await listMemberships(ctx, [...new Set(ids)], ctx.now())
  const viewer = (id: number) => ({ id, root: isRoot({ id }), permissions: new Set<string>(), groups: memberships.get(id)?.group_id ?? [] })
  return new Set(ids.filter((id) => isVisible(viewer(id), content)))
}

const idsOf = (refs: ContentRef[], type: number) => [...new Set(refs.filter((ref) => ref.type === type).map((ref) => ref.document_id))]
const kinds = [ContentKind.document, ContentKind.article]

/** Locks many, whether readable or not: documents first, then articles. */
export const lockAll = async (ctx: Ctx, refs: ContentRef[]): Promise<Content[]> => {
  const contents: Content[] = []
  for (const type of kinds) contents.push(...(await lockContents(ctx.db, type, idsOf(refs, type))).map((row) => ({ ...row, type })))
  return contents
}

/** Reads which of these the user may read, in two queries; the others are omitted. Returns a lookup by type and id. */
export const readableContents = async (ctx: Ctx, refs: ContentRef[]): Promise<(ref: ContentRef) => Content | undefined> => {
  const contents = (
    await Promise.all(kinds.map(async (type) => (await listContents(ctx.db, type, idsOf(refs, type))).map((row) => ({ ...row, type }))))
  ).flat()
  const byRef = new Map(contents.filter((row) => mayRead(ctx, row)).map((row) => [`${row.type}/${row.id}`, row]))
  return ({ type, document_id }) => byRef.get(`${type}/${document_id}`)
}

/**
 * Builds the same check as a condition over a table that refers to contents. `listed`: the rows belong to several contents, so that an
 * unlisted document must not be named.
 */
export const mayReadCondition = (ctx: Ctx, type: AnyColumn, id: AnyColumn, { listed }: { listed: boolean }): SQL | undefined => {
  const documents = visibleDocuments(ctx.user, { listed })
  const articles = ctx.may("GET /article")
    ? undefined
    : or(eq(articleTable.status, ReviewStatus.approved), eq(articleTable.user_id, ctx.user?.id ?? 0))
  return or(
    and(eq(type, ContentKind.document), readableWhere(ctx.db, ContentKind.document, id, documents)),
    and(eq(type, ContentKind.article), readableWhere(ctx.db, ContentKind.article, id, articles)),
  )
}

type ContentCount = "favorite_count" | "comment_count"

/** Changes a counter of these contents by the given differences. */
export const changeContentCounts = async (
  ctx: DbCtx,
  refs: ContentRef[],
  changes: Partial<Record<ContentCount, number>>,
): Promise<void> => {
  const [documents, articles] = [idsOf(refs, ContentKind.document), idsOf(refs, ContentKind.article)]
  if (documents.length) await changeDocumentCounts(ctx, documents, changes)
  if (articles.length) await changeArticleCounts(ctx, articles, changes)
}

/** Writes a recounted counter; `counted` is the number for the row of this kind with this id. */
export const setContentCount = async (
  ctx: Ctx,
  refs: ContentRef[],
  name: ContentCount,
  counted: (type: number, id: SQL) => SQL,
): Promise<void> => {
  const [documents, articles] = [idsOf(refs, ContentKind.document), idsOf(refs, ContentKind.article)]
  if (documents.length) await setDocumentCounts(ctx, documents, { [name]: counted(ContentKind.document, sql`${documentTable}.id`) })
  if (articles.length) await setArticleCounts(ctx, articles, { [name]: counted(ContentKind.article, sql`${articleTable}.id`) })
}
