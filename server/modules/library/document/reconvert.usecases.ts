import { and, eq, inArray, isNull, ne, or, sql, type SQL } from "drizzle-orm"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { convertedOrFailed, readableStatuses, stoppedStatuses } from "@/lib/rules/library/document-status"
import type { DbCtx, LoggedIn } from "@/server/context"
import { announceDocuments } from "./announcement.usecases"
import { enqueueConversions } from "./conversion.jobs"
import { isIncomplete } from "./conversion-warning.repository"
import { documentTable as t } from "./document.table"

const { pending, failed, reconvert, reviewing } = DocumentStatus
const again = { convert_reason: "", convert_error: "", convert_deaths: 0, lease_until: null }

/**
 * Converts documents again: the given ones, else all failed ones, with `all` also the readable ones, or with `incomplete` those that were
 * converted while the machine lacked a program or fonts. Readable documents keep their
 * pages until the new ones are complete (status 5). All of them wait behind files without readable pages.
 */
export const reconvertDocuments = (ctx: LoggedIn, { id, all, incomplete }: { id?: number[]; all?: boolean; incomplete?: boolean }) =>
  ctx.tx(async (ctx) => {
    // `mayReconvert` as an SQL condition.
    const stopped = and(inArray(t.status, stoppedStatuses), ne(t.convert_reason, ""))
    const convertible = or(inArray(t.status, convertedOrFailed), stopped)
    const lacking = incomplete ? and(convertible, isIncomplete(ctx.db)) : undefined
    const which = lacking ?? (id?.length ? and(inArray(t.id, id), convertible) : all ? convertible : eq(t.status, failed))
    const rows = await restart(ctx, which)
    await enqueueConversions(ctx, rows)
    await announceDocuments(ctx, rows)
    return { count: rows.length }
  })

/**
 * Marks documents for reconversion without a job, for programs that run beside the site, which finds waiting documents by itself
 * (`requeueAbandoned`).
 */
export const markForDrawing = (ctx: DbCtx, ids: number[]) => restart(ctx, and(inArray(t.id, ids), inArray(t.status, readableStatuses)))

/** Lists readable documents that were converted while the machine lacked a program or fonts. */
export const listIncomplete = async ({ db }: DbCtx): Promise<number[]> => {
  const rows = await db
    .select({ id: t.id })
    .from(t)
    .where(and(isNull(t.deleted_at), inArray(t.status, readableStatuses), isIncomplete(db)))
    .orderBy(t.id)
  return rows.map(({ id }) => id)
}

/** Converts one readable document again, after something that its pages depend on has changed. */
export const reconvertDocument = async (ctx: LoggedIn, id: number): Promise<void> => {
  const rows = await restart(ctx, and(eq(t.id, id), inArray(t.status, readableStatuses)))
  await enqueueConversions(ctx, rows)
  await announceDocuments(ctx, rows)
}

/** Restarts conversions. Locks by id first, to avoid deadlocks. */
const restart = async (ctx: DbCtx, which: SQL | undefined) => {
  const locked = ctx.db
    .select({ id: t.id })
    .from(t)
    .where(and(isNull(t.deleted_at), which))
    .orderBy(t.id)
    .for("update")
  return ctx.db
    .update(t)
    .set({
      ...again,
      // `afterRestart` as an SQL expression.
      status: sql`case when ${inArray(t.status, readableStatuses)} then ${reconvert}::int
        when ${t.status} = ${reviewing} then ${t.status} else ${pending}::int end`,
      draw_in_review: sql`${t.status} = ${reviewing}`,
      updated_at: sql`now()`,
    })
    .where(inArray(t.id, locked))
    .returning({ id: t.id, uuid: t.uuid })
}
