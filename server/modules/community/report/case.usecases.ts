import { ReportKind, ReportReason, ReportVerdict } from "@/lib/contract/community/report.enums"
import { ContentKind } from "@/lib/contract/library/content.enums"
import type { Ctx, LoggedIn } from "@/server/context"
import { notFound } from "@/server/errors"
import { publicUsers } from "../../people/user/user.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import {
  changeCase,
  changeReports,
  findCase,
  listOpenCases,
  listReportsOfCases,
  lockCase,
  lockOpenReports,
  recountCase,
  type CaseRow,
  type ReportRow,
} from "./report.repository"
import { findTargets, hideTarget, restoreTarget, takeDownTarget, type ReportTargetRow, type TargetRef } from "./target.usecases"

/** Adds what a report is about: the key of its page, "" if the caller may not see it (any more). */
export const withKey = (row: ReportRow, target: ReportTargetRow | undefined) => ({ ...row, document_uuid: target?.key ?? "" })

const withReports = async (ctx: Ctx, cases: CaseRow[]) => {
  const [reports, targetOf] = await Promise.all([
    listReportsOfCases(
      ctx.db,
      cases.map(({ id }) => id),
    ),
    findTargets(ctx, cases),
  ])
  const authors = await publicUsers(
    ctx,
    cases.flatMap((row) => targetOf(row)?.user_id ?? []),
  )
  return cases.map((row) => {
    const target = targetOf(row)
    const ofCase = reports.filter(({ case_id }) => case_id === row.id)
    return {
      ...row,
      weight: row.weight / 10,
      title: target?.title ?? ofCase[0]?.document_title ?? "",
      href: target?.href ?? "",
      content: target?.content ?? "",
      author: (target && authors.get(target.user_id)) ?? null,
      report: ofCase.map((report) => withKey(report, target)),
    }
  })
}

export const readCase = async (ctx: LoggedIn, { case_id }: { case_id: number }) => {
  const row = await findCase(ctx.db, case_id)
  if (!row) throw notFound("举报不存在")
  return (await withReports(ctx, [row]))[0]!
}

export const readCases = async (ctx: LoggedIn, input: { page?: number; size?: number }) => {
  const { rows, total } = await listOpenCases(ctx.db, input)
  return { total, report_case: await withReports(ctx, rows) }
}

/** Adds up the weights of a locked case's open reports and hides its content if the sum is high enough (docs/decisions/410). */
export const weighCase = async (ctx: LoggedIn, row: CaseRow): Promise<void> => {
  const { report_hide_weight } = await settingsOf(ctx.app, "security")
  const weight = await recountCase(ctx.db, row.id, ctx.now())
  if (row.is_hidden || report_hide_weight <= 0 || weight < report_hide_weight * 10) return
  if (await hideTarget(ctx, row)) await changeCase(ctx.db, row.id, { is_hidden: true })
}

/** Notifies reporters of the decision. A comment is identified by its page; a reported user is not named. */
export const tellReporters = (ctx: LoggedIn, rows: ReportRow[], target: ReportTargetRow | undefined): Promise<void> =>
  ctx.notify(
    rows.map((row) => ({
      kind: "report",
      user_id: row.user_id,
      by: ctx.user.id,
      ...subjectOf(row, target),
      data: {
        ...(row.type === ReportKind.comment && { about: "comment" as const }),
        ...(row.type === ReportKind.user && { about: "user" as const }),
        ...(row.verdict === ReportVerdict.dismissed && { dismissed: true as const }),
        ...(row.answer && { reason: row.answer }),
      },
    })),
  )

const subjectOf = ({ type, document_id }: TargetRef, target: ReportTargetRow | undefined) => {
  const isContent = type === ReportKind.document || type === ReportKind.article
  const ref = isContent ? { type: type === ReportKind.article ? ContentKind.article : ContentKind.document, document_id } : target?.subject
  return ref ? { subject: ref } : {}
}

type Decision = { case_id: number; verdict: number; remark?: string; answer?: string }

/** Decides all open reports of a case, notifies the reporters, and takes the content down or restores it (docs/decisions/410). */
export const decideCase = async (ctx: LoggedIn, { case_id, verdict, remark = "", answer = "" }: Decision) => {
  // loaded before the transaction; inside it, loading would wait for a second connection
  await settingsOf(ctx.app, "score")
  return ctx.tx(async (ctx) => {
    const row = await lockCase(ctx.db, case_id)
    if (!row) throw notFound("举报不存在")
    const target = (await findTargets(ctx, [row]))(row)
    const open = await lockOpenReports(ctx.db, row.id)
    const decided = { status: true, verdict, remark, answer, updated_at: ctx.now() }
    await changeReports(
      ctx.db,
      open.map(({ id }) => id),
      decided,
    )
    if (verdict === ReportVerdict.upheld) await takeDownTarget(ctx, row, `举报属实：${ReportReason.labelOf(open[0]?.reason ?? 0)}`)
    else if (row.is_hidden) await restoreTarget(ctx, row)
    await recountCase(ctx.db, row.id, ctx.now())
    await changeCase(ctx.db, row.id, { is_hidden: false })
    const answered = open.map((report) => ({ ...report, ...decided }))
    await tellReporters(ctx, answered, target)
    return {}
  })
}
