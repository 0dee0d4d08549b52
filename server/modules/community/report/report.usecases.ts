import { and, desc, eq, inArray } from "drizzle-orm"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { paths } from "@/lib/rules/path"
import type { LoggedIn } from "@/server/context"
import { pageOf, holds, patternsOf, listPage } from "@/server/db/listing"
import { conflict, invalid, notFound } from "@/server/errors"
import type { Erase } from "@/server/db/personal-data"
import { readableContents } from "../../library/content/content.usecases"
import { tellWebhooks } from "../../site/webhook/events.usecases"
import { reportTable as t } from "./report.table"

/** Reports a document, once per user; stores title and name as snapshots (docs/reference/api.md 2.9). */
export const addReport = async (
  ctx: LoggedIn,
  { document_id, reason, remark = "" }: { document_id: number; reason: number; remark?: string },
) => {
  const ref = { type: ContentKind.document, document_id }
  const document = (await readableContents(ctx, [ref]))(ref)
  if (!document) throw invalid("文档参数不正确", "document_id")
  const values = {
    document_id,
    document_title: document.title,
    user_id: ctx.user.id,
    username: ctx.user.username,
    reason,
    reporter_remark: remark,
    created_at: ctx.now(),
    updated_at: ctx.now(),
  }
  return ctx.tx(async (ctx) => {
    const [added] = await ctx.db.insert(t).values(values).onConflictDoNothing().returning({ id: t.id })
    if (!added) throw conflict("你已举报过当前文档")
    const about = { id: added.id, reason, document_id, user_id: ctx.user.id, path: paths.document(document.key) }
    await tellWebhooks(ctx, "report.created", [about])
    return {}
  })
}

/** Lets staff set the handled flag and the remark. */
export const updateReport = async (ctx: LoggedIn, { id, status, remark }: { id: number; status: boolean; remark?: string }) => {
  const changed = await ctx.db.update(t).set({ status, remark, updated_at: ctx.now() }).where(eq(t.id, id)).returning({ id: t.id })
  if (!changed.length) throw notFound("举报不存在")
  return {}
}

export const deleteReports = async (ctx: LoggedIn, { id }: { id: number[] }) => {
  await ctx.db.delete(t).where(inArray(t.id, id))
  return {}
}

/** Lists reports, newest first; `wd` searches the title. The URL of a deleted document is empty. */
export const readReports = async (
  ctx: LoggedIn,
  input: { page?: number; size?: number; limit?: number; wd?: string; status?: boolean[] },
) => {
  const where = and(
    input.status?.length ? inArray(t.status, input.status) : undefined,
    ...patternsOf(input.wd).map((word) => holds(t.document_title, word)),
  )
  const { rows, total } = await listPage(ctx.db, t, { where, order: [desc(t.id)], ...pageOf(input, 100) })
  const refOf = (row: { document_id: number }) => ({ type: ContentKind.document, document_id: row.document_id })
  const documentOf = await readableContents(ctx, rows.map(refOf))
  return { total, report: rows.map((row) => ({ ...row, document_uuid: documentOf(refOf(row))?.key ?? "" })) }
}

/** Keeps a closed account's reports for staff, under the account's new name. */
export const forgetReporter: Erase = ({ db }, { id }) =>
  db
    .update(t)
    .set({ username: `已注销用户${id}` })
    .where(eq(t.user_id, id))
