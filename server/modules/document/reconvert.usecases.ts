import { and, eq, inArray, isNull, ne, or, sql, type SQL } from "drizzle-orm"
import { DocumentStatus } from "../../../lib/contract/enums"
import type { Ctx, LoggedIn } from "../../context"
import { announceDocuments } from "./announcement.usecases"
import { convertJob } from "./conversion.jobs"
import { redrawPriority } from "./conversion-priority.rules"
import { documentTable as t } from "./document.table"

/** So many jobs at once; the rest is handed on by the sweep, minute by minute. */
const atOnce = 1_000

const { pending, failed, converted, reconvert } = DocumentStatus
const again = { convert_reason: "", convert_error: "", convert_deaths: 0, lease_until: null }

/**
 * Draws documents again: the given ones, else all that have failed, with `all` the readable ones too. What can be read keeps
 * its pages until the new ones are complete (status 5); everything waits behind the files that nobody can read yet.
 */
export const reconvertDocuments = (ctx: LoggedIn, { id, all }: { id?: number[]; all?: unknown }) =>
  ctx.tx(async (ctx) => {
    const everything = all !== undefined && ![false, "false", 0, "0", ""].includes(all as string)
    const stuck = and(inArray(t.status, [pending, reconvert]), ne(t.convert_reason, ""))
    const which = id?.length
      ? and(inArray(t.id, id), or(inArray(t.status, [failed, converted]), stuck))
      : everything
        ? or(inArray(t.status, [failed, converted]), stuck)
        : eq(t.status, failed)
    const rows = await restart(ctx, which)
    for (const row of rows.slice(0, atOnce))
      await ctx.enqueue(convertJob, { document_id: row.id }, { key: String(row.id), priority: redrawPriority })
    await announceDocuments(ctx, rows)
    return { count: rows.length }
  })

/** Locked in the order of their ids first, as everybody does who takes several. */
const restart = async (ctx: Ctx, which: SQL | undefined) => {
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
      status: sql`case when ${t.status} in (${converted}, ${reconvert}) then ${reconvert}::int else ${pending}::int end`,
      updated_at: sql`now()`,
    })
    .where(inArray(t.id, locked))
    .returning({ id: t.id, uuid: t.uuid })
}
