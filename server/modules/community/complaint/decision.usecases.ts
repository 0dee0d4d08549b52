import { ComplaintDecision, ComplaintStatus } from "@/lib/contract/community/complaint.enums"
import { afterComplaintDecision, isClosedComplaint, mayCounter } from "@/lib/rules/community/complaint-status"
import type { Ctx, LoggedIn } from "@/server/context"
import { conflict, invalid, notFound } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"
import {
  changeComplaint,
  findOtherHolder,
  listTargets,
  lockComplaint,
  markTarget,
  type ComplaintRow,
  type ComplaintTargetRow,
} from "./complaint.repository"
import { hideContent, restoreContent } from "./targets.usecases"
import { tellBoth, tellComplainant } from "./notices.usecases"

const dayMs = 86_400_000
const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

const { takeDown, dismiss, restore, uphold } = ComplaintDecision
const { pending, takenDown, countered, upheld } = ComplaintStatus

/** Stores a new status and notifies both sides. */
const enter = async (ctx: Ctx, row: ComplaintRow, changes: Partial<ComplaintRow> & { status: number }, targets: ComplaintTargetRow[]) => {
  const now = ctx.now()
  const closing = isClosedComplaint(changes.status) ? { due_at: null, closed_at: now } : {}
  const values = { ...changes, ...closing, updated_at: now }
  await changeComplaint(ctx.db, row.id, values)
  await tellBoth(ctx, { ...row, ...values }, targets)
  await ctx.changed("complaint")
}

const hideTargets = async (ctx: LoggedIn, row: ComplaintRow, targets: ComplaintTargetRow[], reason: string): Promise<void> => {
  for (const one of targets)
    if (await hideContent(ctx, one, `版权投诉 ${row.number}：${reason}`.slice(0, 255))) await markTarget(ctx.db, row.id, one, true)
}

/**
 * Restores the contents that this case has taken down. Contents that another case also keeps down stay hidden and are assigned to that
 * case.
 */
const restoreTargets = async (ctx: LoggedIn, row: ComplaintRow, targets: ComplaintTargetRow[]): Promise<void> => {
  for (const one of targets) {
    if (!one.is_hidden) continue
    const holder = await findOtherHolder(ctx.db, row.id, one)
    if (holder === null) await restoreContent(ctx, one)
    else await markTarget(ctx.db, holder, one, true)
    await markTarget(ctx.db, row.id, one, false)
  }
}

type Decision = { id: number; decision: number; reason?: string }

/** Decides a case (docs/decisions/441). A takedown and its confirmation need a reason, which both sides read. */
export const decideComplaint = async (ctx: LoggedIn, { id, decision, reason = "" }: Decision) => {
  if ((decision === takeDown || decision === uphold) && !reason) throw invalid("请写明理由，上传者和投诉人都会看到", "reason")
  // loaded before the transaction; inside it, loading would wait for a second connection
  const [{ complaint_counter_days }] = await Promise.all([settingsOf(ctx.app, "security"), settingsOf(ctx.app, "score")])
  return ctx.tx(async (ctx) => {
    const row = await lockComplaint(ctx.db, id)
    if (!row) throw notFound("投诉不存在")
    const status = afterComplaintDecision(row.status, decision)
    if (status === null) throw conflict(`这件投诉${ComplaintStatus.labelOf(row.status)}，不能再${ComplaintDecision.labelOf(decision)}`)
    const targets = await listTargets(ctx.db, [id])
    const now = ctx.now()
    if (decision === takeDown) {
      await hideTargets(ctx, row, targets, reason)
      await enter(ctx, row, { status, reason, taken_down_at: now, due_at: daysFrom(now, complaint_counter_days) }, targets)
    } else if (decision === dismiss) await enter(ctx, row, { status, reason }, targets)
    else {
      if (decision === restore) await restoreTargets(ctx, row, targets)
      await enter(ctx, row, { status, outcome: reason }, targets)
    }
    return {}
  })
}

/** Decides a case in the review queue. Approval keeps or restores the content's visibility. */
export const decideWaitingComplaint = async (ctx: LoggedIn, { id, approve, reason }: { id: number; approve: boolean; reason: string }) => {
  const row = await lockComplaint(ctx.db, id)
  const decision = row?.status === pending ? (approve ? dismiss : takeDown) : approve ? restore : uphold
  return decideComplaint(ctx, { id, decision, reason })
}

type Counter = { id: number; name: string; statement: string }

/** Lets the author of removed content state why it does not infringe. The complainant receives the statement. */
export const sendCounterNotice = async (ctx: LoggedIn, { id, name, statement }: Counter) => {
  const { complaint_wait_days } = await settingsOf(ctx.app, "security")
  return ctx.tx(async (ctx) => {
    const row = await lockComplaint(ctx.db, id)
    if (!row || row.user_id !== ctx.user.id || row.status === pending) throw notFound("投诉不存在")
    const now = ctx.now()
    if (row.status === countered) throw conflict("你已经提交过反通知")
    if (row.status !== takenDown) throw conflict("这件投诉已经结束")
    if (!mayCounter(row, now.getTime())) throw conflict("提交反通知的期限已过")
    const values = {
      ...{ status: countered, counter_name: name, counter_statement: statement },
      countered_at: now,
      due_at: daysFrom(now, complaint_wait_days),
      updated_at: now,
    }
    await changeComplaint(ctx.db, id, values)
    await tellComplainant(ctx, { ...row, ...values })
    await ctx.changed("complaint")
    return {}
  })
}

/** Closes a takedown whose author has sent no counter-notice in time. */
export const closeExpired = (ctx: Ctx, id: number): Promise<void> =>
  ctx.tx(async (ctx) => {
    const row = await lockComplaint(ctx.db, id)
    if (row?.status !== takenDown || !row.due_at || row.due_at > ctx.now()) return
    await enter(ctx, row, { status: upheld, outcome: "上传者没有在期限内提交反通知" }, await listTargets(ctx.db, [id]))
  })
