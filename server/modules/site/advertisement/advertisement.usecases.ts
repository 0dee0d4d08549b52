import { and, asc, eq, gte, inArray, isNull, lte, or } from "drizzle-orm"
import { adPositions, roomOf } from "@/lib/contract/site/advertisement.positions"
import { needsFrame } from "@/lib/rules/site/advertisement-frame"
import { advertisement } from "@/lib/contract/site/advertisement"
import type { Ctx } from "@/server/context"
import { withoutFields } from "@/server/crud"
import { invalid } from "@/server/errors"
import { isVip } from "../../library/entitlement/vip.policy"
import { advertisementTable as t } from "./advertisement.table"

const maxShown = 200
const shownAt = (now: Date) =>
  and(eq(t.enable, true), or(isNull(t.start_time), lte(t.start_time, now)), or(isNull(t.end_time), gte(t.end_time, now)))

/** Rejects unknown positions: a typo would create an advertisement that is never displayed. */
export const requirePositions = (positions: readonly string[]): void => {
  if (!positions.every((one) => (adPositions as readonly string[]).includes(one))) throw invalid("没有这个广告位", "position")
}

/** Returns the space that each position currently needs, which pages reserve before they know the visitor. */
export const readRoom = async (ctx: Ctx) => {
  const rows = await ctx.db
    .select({ position: t.position, desktop: t.height_desktop, phone: t.height_phone })
    .from(t)
    .where(shownAt(ctx.now()))
    .orderBy(asc(t.id))
    .limit(maxShown)
  const positions = [...new Set(rows.map((row) => row.position))]
  return {
    room: positions.map((position) => ({
      position,
      ...roomOf(
        position,
        rows.filter((row) => row.position === position),
      ),
    })),
  }
}

/**
 * Returns the current advertisements of these positions (none given: of all), oldest first, with public fields only. VIP members get none
 * (docs/reference/specification.md 6).
 */
export const readByPosition = async (ctx: Ctx, { position }: { position?: string[] }) => {
  requirePositions(position ?? [])
  if (ctx.user && (await isVip(ctx.db, ctx.user.id, ctx.now()))) return { advertisement: [] }
  const rows = await ctx.db
    .select()
    .from(t)
    .where(and(shownAt(ctx.now()), position?.length ? inArray(t.position, position) : undefined))
    .orderBy(asc(t.id))
    .limit(maxShown)
  const visible = withoutFields(rows, advertisement["GET /advertisement"].staffOnly)
  return { advertisement: visible.map((row) => ({ ...row, framed: needsFrame(row) })) }
}

/** Returns a current advertisement for its frame, also to members: their pages do not contain the frame. */
export const findCurrent = async (ctx: Ctx, id: number): Promise<{ content: string; content_b: string } | null> =>
  (
    await ctx.db
      .select({ content: t.content, content_b: t.content_b })
      .from(t)
      .where(and(eq(t.id, id), shownAt(ctx.now())))
  )[0] ?? null

type Period = { start_time?: unknown; end_time?: unknown }

/** Rejects an end before the start. For an update, fields that were not submitted keep their stored values. */
export const requirePeriod = async (ctx: Ctx, row: Period, id: number): Promise<void> => {
  const [current] = id ? await ctx.db.select({ start_time: t.start_time, end_time: t.end_time }).from(t).where(eq(t.id, id)) : []
  const { start_time, end_time } = { ...current, ...row }
  if (start_time instanceof Date && end_time instanceof Date && end_time <= start_time) throw invalid("结束时间应晚于开始时间", "end_time")
}
