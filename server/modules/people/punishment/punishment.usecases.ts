import type { z } from "zod"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { DecisionKind, DecisionVerdict } from "@/lib/contract/people/appeal.enums"
import type { punishment as calls } from "@/lib/contract/people/punishment"
import { minute } from "@/lib/rules/time"
import type { Ctx, LoggedIn } from "@/server/context"
import { invalid, notFound } from "@/server/errors"
import { recordDecisions } from "../decision/decision.usecases"
import { requireWithinRank } from "../group/rank.policy"
import {
  addPunishments,
  listEnded,
  listPunishable,
  listPunishmentRows,
  lockPunishments,
  updatePunishmentRow,
  type PunishmentFilter,
  type PunishmentRow,
} from "./punishment.repository"

type InputOf<K extends keyof typeof calls> = z.output<(typeof calls)[K]["input"]>

/** Interval of the check for expired punishments. */
export const announcedEveryMinutes = 5

/** Recorded for a cancellation, instead of a type. */
const cancelled = 0

/** Appends to `operators`, the list of changes: u = staff user, t = type (0 = cancelled), ts = unix seconds. */
const withOperator = (operators: string, ctx: LoggedIn, type: number): string => {
  const current = JSON.parse(operators || "[]") as object[]
  return JSON.stringify([...current, { u: ctx.user.id, t: type, ts: Math.floor(ctx.now().getTime() / 1000) }])
}

const requireFuture = (ctx: Ctx, end: Date | null | undefined) => {
  if (end && end <= ctx.now()) throw invalid("截止时间应在现在之后", "end_time")
}

/**
 * Adds one row per user and type. User 1 is skipped, and the caller must have at least the permissions of every target
 * (docs/reference/api.md 2.9).
 */
export const punish = async (ctx: LoggedIn, input: InputOf<"POST /punishment">) => {
  requireFuture(ctx, input.end_time)
  const { enable = true, reason = "", remark = "", end_time = null } = input
  await ctx.tx(async (ctx) => {
    const people = await listPunishable(ctx.db, [...new Set(input.user_id)])
    await requireWithinRank(ctx, people)
    const now = ctx.now()
    const rows = people.flatMap((user_id) =>
      [...new Set(input.type)].map((type) => ({
        user_id,
        type,
        enable,
        reason,
        remark,
        end_time,
        operators: withOperator("", ctx, type),
        created_at: now,
        updated_at: now,
      })),
    )
    if (!rows.length) return
    await recordPunishments(ctx, await addPunishments(ctx.db, rows))
    await tellOfPunishments(ctx, rows)
    await takeEffect(ctx, rows)
  })
  return {}
}

/** Records the restrictions that begin or change, so that their users can appeal. */
const recordPunishments = (ctx: LoggedIn, rows: readonly PunishmentRow[]): Promise<number[]> =>
  recordDecisions(
    ctx,
    rows
      .filter(({ enable }) => enable)
      .map(({ id, user_id, reason }) => ({
        kind: DecisionKind.punishment,
        object_id: id,
        user_id,
        verdict: DecisionVerdict.punished,
        reason,
      })),
  )

type Told = Pick<PunishmentRow, "user_id" | "type" | "enable" | "reason" | "end_time">

/** Notifies each user once of all restrictions that begin, with the reason. */
const tellOfPunishments = (ctx: LoggedIn, rows: readonly Told[]): Promise<void> => {
  const active = rows.filter(({ enable }) => enable)
  const firsts = active.filter(({ user_id }, at) => active.findIndex((row) => row.user_id === user_id) === at)
  return ctx.notify(
    firsts.map(({ user_id, reason, end_time }) => ({
      kind: "punishment",
      user_id,
      by: ctx.user.id,
      data: {
        name: active.flatMap((row) => (row.user_id === user_id ? PunishmentType.labelOf(row.type) : [])).join("、"),
        ...(end_time && { until: minute(end_time) }),
        ...(reason && { reason }),
      },
    })),
  )
}

/** Applies the punishments. Disabling an account ends all its sessions on every process. */
const takeEffect = async (ctx: Ctx, rows: Pick<PunishmentRow, "user_id" | "type" | "enable">[]) => {
  for (const row of rows) if (row.enable && row.type === PunishmentType.account) await ctx.app.sessions.closeOf(ctx, row.user_id)
  for (const row of rows) await ctx.changed("user", row.user_id)
  await ctx.announce("rights")
}

/** Changes the submitted fields. An end time in the past may be kept but not set. */
export const changePunishment = async (ctx: LoggedIn, { id, ...input }: InputOf<"PUT /punishment">) => {
  await ctx.tx(async (ctx) => {
    const [row] = await lockPunishments(ctx.db, [id])
    if (!row) throw notFound("处罚记录不存在")
    await requireWithinRank(ctx, [row.user_id])
    if (input.end_time?.getTime() !== row.end_time?.getTime()) requireFuture(ctx, input.end_time)
    const next = { ...row, ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) } as PunishmentRow
    const { type, enable, reason, remark, end_time } = next
    await updatePunishmentRow(ctx.db, id, {
      type,
      enable,
      reason,
      remark,
      end_time,
      operators: withOperator(row.operators, ctx, enable ? type : cancelled),
      updated_at: ctx.now(),
    })
    // other reasons or remarks do not change what the user may do
    const isNew = enable && (!row.enable || row.type !== type || row.end_time?.getTime() !== end_time?.getTime())
    if (isNew) await recordPunishments(ctx, [next])
    await takeEffect(ctx, [next])
    if (enable && !row.enable) await tellOfPunishments(ctx, [next])
  })
  return {}
}

export const cancelPunishments = async (ctx: LoggedIn, { id }: { id: number[] }) => {
  await ctx.tx(async (ctx) => {
    const rows = await lockPunishments(ctx.db, id)
    await requireWithinRank(
      ctx,
      rows.map((row) => row.user_id),
    )
    for (const row of rows) {
      if (row.enable)
        await updatePunishmentRow(ctx.db, row.id, {
          enable: false,
          operators: withOperator(row.operators, ctx, cancelled),
          updated_at: ctx.now(),
        })
      await ctx.changed("user", row.user_id)
    }
    await ctx.announce("rights")
  })
  return {}
}

export const readPunishment = async (ctx: LoggedIn, { id }: { id: number }) => {
  const { rows } = await listPunishmentRows(ctx.db, { id })
  if (!rows[0]) throw notFound("处罚记录不存在")
  return rows[0]
}

export const listPunishments = async (ctx: LoggedIn, input: PunishmentFilter) => {
  const { rows, total } = await listPunishmentRows(ctx.db, { ...input, id: undefined })
  return { total, punishment: rows }
}

/**
 * Announces changed pages of users whose account is enabled again because the punishment has expired. Each expiry is announced at least
 * once.
 */
export const announceEnded = async (ctx: Ctx): Promise<number[]> => {
  const since = new Date(ctx.now().getTime() - 2 * announcedEveryMinutes * 60_000)
  const ids = await listEnded(ctx.db, PunishmentType.account, since, ctx.now())
  for (const id of ids) await ctx.changed("user", id)
  return ids
}
