import { and, desc, eq, gte, isNull, like, lte, sql } from "drizzle-orm"
import type { LoggedIn } from "@/server/context"
import { rangeOf } from "@/lib/rules/day"
import { pageOf, patternsOf } from "@/server/db/listing"
import { documentTable as d, downloadTable as t } from "./document.table"
import { allowedGroups, isVisible } from "./visibility.policy"

type ListInput = { page?: number; size?: number; limit?: number; wd?: string; created_at?: string[] }

/** Lists the user's own downloads, newest first; `created_at` is an inclusive range. Deleted documents keep their row and format. */
export const readDownloads = async (ctx: LoggedIn, input: ListInput) => {
  const { from, to } = rangeOf(input.created_at)
  const keywords = patternsOf(input.wd)
  const where = and(
    eq(t.user_id, ctx.user.id),
    from && gte(t.created_at, from),
    to && lte(t.created_at, to),
    keywords.length ? and(isNull(d.deleted_at), ...keywords.map((word) => like(sql`lower(${d.title})`, word))) : undefined,
  )
  const { offset, limit } = pageOf(input, 100)
  const matching = ctx.db
    .select({ download: t, document: d, groups: allowedGroups })
    .from(t)
    .leftJoin(d, eq(d.id, t.document_id))
    .where(where)
    .$dynamic()
  const [rows, [counted]] = await Promise.all([
    matching.orderBy(desc(t.id)).offset(offset).limit(limit),
    ctx.db
      .select({ total: sql<number>`count(*)::int` })
      .from(t)
      .leftJoin(d, eq(d.id, t.document_id))
      .where(where),
  ])
  return {
    total: counted?.total ?? 0,
    download: rows.map(({ download, document, groups }) => ({ ...download, ...downloadAnswer(ctx, document && { ...document, groups }) })),
  }
}

const downloadAnswer = (ctx: LoggedIn, row: (typeof d.$inferSelect & { groups: number[] }) | null) => {
  if (!row) return { title: "已被删除" }
  const { ext, score, pages, size, file_missing } = row
  if (row.deleted_at || !isVisible(ctx.user, row)) return { title: "已被删除", ext, score, pages, size }
  return {
    title: row.title,
    ext,
    score,
    pages,
    size,
    file_missing,
    document_uuid: row.uuid,
    cover: `/view/cover/${row.uuid}?v=${row.version}`,
  }
}
