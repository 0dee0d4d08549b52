import { and, asc, eq, inArray } from "drizzle-orm"
import { adPositions, roomOf } from "@/lib/contract/site/advertisement.positions"
import { needsFrame } from "@/lib/rules/site/advertisement-frame"
import { advertisement } from "@/lib/contract/site/advertisement"
import type { Ctx } from "@/server/context"
import { withoutFields } from "@/server/crud"
import { isCurrent, requireOrder, type Period } from "@/server/db/period"
import { invalid } from "@/server/errors"
import { isVip } from "../../library/entitlement/vip.policy"
import { advertisementTable as t } from "./advertisement.table"

const maxShown = 200

/** Rejects unknown positions: a typo would create an advertisement that is never displayed. */
export const requirePositions = (positions: readonly string[]): void => {
  if (!positions.every((one) => (adPositions as readonly string[]).includes(one))) throw invalid("没有这个广告位", "position")
}

/** Returns the space that each position currently needs, which pages reserve before they know the visitor. */
export const readRoom = async (ctx: Ctx) => {
  const rows = await ctx.db
    .select({ position: t.position, desktop: t.height_desktop, phone: t.height_phone })
    .from(t)
    .where(isCurrent(t, ctx.now()))
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
    .where(and(isCurrent(t, ctx.now()), position?.length ? inArray(t.position, position) : undefined))
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
      .where(and(eq(t.id, id), isCurrent(t, ctx.now())))
  )[0] ?? null

/** Rejects an end before the start. For an update, fields that were not submitted keep their stored values. */
export const requirePeriod = async (ctx: Ctx, row: Partial<Period>, id: number): Promise<void> => {
  const [current] = id ? await ctx.db.select({ start_time: t.start_time, end_time: t.end_time }).from(t).where(eq(t.id, id)) : []
  requireOrder({ ...current, ...row })
}
