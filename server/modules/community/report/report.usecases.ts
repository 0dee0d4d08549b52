import { and, desc, eq, inArray } from "drizzle-orm"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { ReportKind } from "@/lib/contract/community/report.enums"
import type { LoggedIn } from "@/server/context"
import { pageOf, holds, patternsOf, listPage } from "@/server/db/listing"
import { conflict, invalid, notFound } from "@/server/errors"
import type { Erase } from "@/server/db/personal-data"
import { neighbourhoodOf } from "@/server/security/network"
import { ownsReportPicture } from "../../library/files/attachments.usecases"
import { findUser } from "../../people/user/people.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { tellWebhooks } from "../../site/webhook/events.usecases"
import { checkTexts } from "../sensitive-word/check.usecases"
import { tellReporters, weighCase, withKey } from "./case.usecases"
import {
  addReportRow,
  changeReport,
  deleteReportRows,
  hasDismissedReport,
  lockCase,
  lockCaseOf,
  lockReport,
  recountCase,
} from "./report.repository"
import { reportTable as t } from "./report.table"
import { findTargets } from "./target.usecases"

type NewReport = { document_id: number; type?: number; reason: number; remark?: string; picture?: string }

const newAccountMs = 30 * 86_400_000
/** Weights in tenths: of a trusted reporter, and of one who is new or had reports dismissed. */
const weights = { full: 10, little: 3 }

/** Returns the weight of the caller's report; 0 if it is about their own content. */
const weightOf = async (ctx: LoggedIn, ownerId: number): Promise<number> => {
  if (ownerId === ctx.user.id) return 0
  const reporter = await findUser(ctx, ctx.user.id)
  const isNew = !reporter || ctx.now().getTime() - reporter.created_at.getTime() < newAccountMs
  return isNew || (await hasDismissedReport(ctx.db, ctx.user.id)) ? weights.little : weights.full
}

/**
 * Reports a document (docs/reference/api.md 2.9), an article, a comment or a user, once per user; stores title and name as snapshots.
 * Enough reports hide the content until staff decide.
 */
export const addReport = async (
  ctx: LoggedIn,
  { document_id, type = ReportKind.document, reason, remark = "", picture = "" }: NewReport,
) => {
  const ref = { type, document_id }
  const target = (await findTargets(ctx, [ref]))(ref)
  if (!target) throw invalid(type === ReportKind.document ? "文档参数不正确" : "要举报的内容不存在", "document_id")
  if (picture && !(await ownsReportPicture(ctx, ctx.user.id, picture))) throw invalid("图片没有上传成功，请重新选择", "picture")
  const checked = await checkTexts(ctx, HitKind.report, { remark })
  // loaded before the transaction; inside it, loading would wait for a second connection
  await Promise.all([settingsOf(ctx.app, "security"), settingsOf(ctx.app, "score")])
  return ctx.tx(async (ctx) => {
    const now = ctx.now()
    const ofCase = await lockCaseOf(ctx.db, ref, now)
    const added = await addReportRow(ctx.db, {
      ...ref,
      case_id: ofCase.id,
      document_title: target.title,
      user_id: ctx.user.id,
      username: ctx.user.username,
      reason,
      reporter_remark: checked.texts.remark,
      picture,
      weight: await weightOf(ctx, target.user_id),
      network: neighbourhoodOf(ctx.request.ip),
      created_at: now,
      updated_at: now,
    })
    if (!added) throw conflict(`你已举报过当前${ReportKind.labelOf(type)}`)
    await checked.record(ctx, added.id)
    await weighCase(ctx, ofCase)
    await tellWebhooks(ctx, "report.created", [{ id: added.id, reason, type, document_id, user_id: ctx.user.id, path: target.href }])
    return {}
  })
}

type Change = { id: number; status: boolean; remark?: string; answer?: string }

/** Lets staff set the handled flag, the answer (the reporter is notified of it) and the remark (only staff see it). */
export const updateReport = (ctx: LoggedIn, { id, status, remark, answer }: Change) =>
  ctx.tx(async (ctx) => {
    const row = await lockReport(ctx.db, id)
    if (!row) throw notFound("举报不存在")
    await changeReport(ctx.db, id, { status, remark, answer, updated_at: ctx.now() })
    if (row.case_id) await recountCase(ctx.db, row.case_id, ctx.now())
    if (status && !row.status) await tellReporters(ctx, [{ ...row, answer: answer ?? row.answer }], (await findTargets(ctx, [row]))(row))
    return {}
  })

export const deleteReports = (ctx: LoggedIn, { id }: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    for (const case_id of await deleteReportRows(ctx.db, id))
      if (await lockCase(ctx.db, case_id)) await recountCase(ctx.db, case_id, ctx.now())
    return {}
  })

type Filter = { page?: number; size?: number; limit?: number; wd?: string; status?: boolean[]; type?: number[] }

/** Lists reports, newest first; `wd` searches the title. The URL of a deleted document is empty. */
export const readReports = async (ctx: LoggedIn, input: Filter) => {
  const where = and(
    input.status?.length ? inArray(t.status, input.status) : undefined,
    input.type?.length ? inArray(t.type, input.type) : undefined,
    ...patternsOf(input.wd).map((word) => holds(t.document_title, word)),
  )
  const { rows, total } = await listPage(ctx.db, t, { where, order: [desc(t.id)], ...pageOf(input, 100) })
  const targetOf = await findTargets(ctx, rows)
  return { total, report: rows.map((row) => withKey(row, targetOf(row))) }
}

/** Keeps a closed account's reports, and those about it, for staff under the account's new name. */
export const forgetReporter: Erase = async ({ db }, { id }) => {
  const name = `已注销用户${id}`
  await db.update(t).set({ username: name, network: "" }).where(eq(t.user_id, id))
  await db
    .update(t)
    .set({ document_title: name })
    .where(and(eq(t.type, ReportKind.user), eq(t.document_id, id)))
}
