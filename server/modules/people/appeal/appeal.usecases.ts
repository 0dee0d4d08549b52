import type { z } from "zod"
import type { appeal as calls } from "@/lib/contract/people/appeal"
import { AppealStatus, DecisionKind, DecisionVerdict } from "@/lib/contract/people/appeal.enums"
import { permissionPath } from "@/lib/contract/permissions"
import { paths } from "@/lib/rules/path"
import type { Ctx, LoggedIn } from "@/server/context"
import { conflict, forbidden, invalid, notFound } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"
import { readAppealPass } from "../decision/appeal-pass.usecases"
import { findUser } from "../user/people.usecases"
import { publicUsers } from "../user/user.usecases"
import {
  addAppeal,
  changeAppeal,
  findAppeal,
  findDecision,
  hasOtherHolder,
  listAppeals,
  listAppealsOf,
  listDecisions,
  listInEffect,
  listObjects,
  lockAppeal,
  type AppealFilter,
  type AppealRow,
  type DecisionObject,
  type DecisionRow,
} from "./appeal.repository"
import { lockObject, undoingOf } from "./undo.usecases"

type InputOf<K extends keyof typeof calls> = z.output<(typeof calls)[K]["input"]>

const hrefOf = (kind: number, object: DecisionObject | undefined): string => {
  if (!object?.key) return ""
  return kind === DecisionKind.article ? paths.article(object.key) : paths.document(object.key)
}

/** Reads the objects of decisions, in one query for each kind. */
const objectsOf = async (ctx: Ctx, rows: readonly DecisionRow[]) => {
  const objects = new Map<string, DecisionObject>()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const ids = rows.filter((row) => row.kind === kind).map(({ object_id }) => object_id)
    for (const object of await listObjects(ctx.db, kind, [...new Set(ids)])) objects.set(`${kind}/${object.id}`, object)
  }
  return ({ kind, object_id }: DecisionRow) => objects.get(`${kind}/${object_id}`)
}

/** Lists the decisions against the caller, each with its appeal. */
export const readOwnDecisions = async (ctx: LoggedIn, input: InputOf<"GET /appeal/decision/list">) => {
  const { rows, total } = await listDecisions(ctx.db, ctx.user.id, input)
  const [inEffect, objectOf, appeals] = [
    await listInEffect(ctx.db, rows, ctx.now()),
    await objectsOf(ctx, rows),
    await listAppealsOf(
      ctx.db,
      rows.map(({ id }) => id),
    ),
  ]
  const decision = rows.map((row) => {
    const object = objectOf(row)
    return {
      ...row,
      title: object?.title ?? "",
      href: hrefOf(row.kind, object),
      end_time: object?.end_time ?? null,
      in_effect: inEffect.has(row.id),
      appeal: appeals.find(({ decision_id }) => decision_id === row.id) ?? null,
    }
  })
  return { total, decision }
}

const maxTitle = 80
/** Names a decision for staff, as it was when the appeal was sent. */
const nameOf = ({ kind, verdict }: DecisionRow, object: DecisionObject | undefined): string => {
  const title = (object?.title ?? "").replaceAll(/\s+/g, " ").slice(0, maxTitle)
  if (kind === DecisionKind.punishment) return `处罚：${title}`
  const quoted = kind === DecisionKind.comment ? `“${title}”` : `《${title}》`
  return `${DecisionKind.labelOf(kind)}${quoted}${DecisionVerdict.labelOf(verdict)}`
}

/** Sends a user's only appeal against a decision that is in effect. */
const sendAppealOf = (ctx: Ctx, userId: number, { decision_id, content }: InputOf<"POST /appeal">) =>
  ctx.tx(async (ctx) => {
    const decision = await findDecision(ctx.db, decision_id)
    if (!decision || decision.user_id !== userId) throw notFound("这项处理不存在", "decision_id")
    const [earlier] = await listAppealsOf(ctx.db, [decision.id])
    if (earlier) throw conflict("你已经申诉过这项处理，每项处理只能申诉一次")
    if (!(await listInEffect(ctx.db, [decision], ctx.now())).has(decision.id)) throw conflict("这项处理已经不再生效，不用申诉了")
    const at = ctx.now()
    const row = await addAppeal(ctx.db, {
      decision_id,
      kind: decision.kind,
      title: nameOf(decision, (await objectsOf(ctx, [decision]))(decision)),
      user_id: userId,
      content,
      created_at: at,
      updated_at: at,
    })
    if (!row) throw conflict("你已经申诉过这项处理，每项处理只能申诉一次")
    return row
  })

/** Sends the caller's appeal. Users whose account is disabled cannot log in and send it with a pass. */
export const sendAppeal = (ctx: LoggedIn, input: InputOf<"POST /appeal">) => sendAppealOf(ctx, ctx.user.id, input)

/** Sends the appeal of a user whose account is disabled, which the refusal of a login permits. @throws 400 for an expired pass */
export const sendAppealByPass = async (ctx: Ctx, { token, content }: InputOf<"POST /appeal/pass">) => {
  const pass = await readAppealPass(ctx, token)
  const user = pass && (await findUser(ctx, pass.user_id))
  if (!pass || !user || user.closed_at) throw invalid("申诉的时限已过，请重新登录一次再提交", "token")
  await sendAppealOf(ctx, pass.user_id, { decision_id: pass.decision_id, content })
  return {}
}

const namesOf = async (ctx: Ctx, rows: readonly AppealRow[], more: number[] = []) => {
  const users = await publicUsers(
    ctx,
    [...rows.flatMap(({ user_id, answered_by }) => [user_id, answered_by]), ...more].filter((id) => id > 0),
  )
  return (id: number): string => users.get(id)?.username ?? ""
}
const withNames = (row: AppealRow, nameOfUser: (id: number) => string) => ({
  ...row,
  username: nameOfUser(row.user_id),
  answered_by: nameOfUser(row.answered_by),
})

export const readAppeals = async (ctx: LoggedIn, input: AppealFilter) => {
  const { rows, total } = await listAppeals(ctx.db, input)
  const nameOfUser = await namesOf(ctx, rows)
  return { total, appeal: rows.map((row) => withNames(row, nameOfUser)) }
}

/**
 * Returns why the caller may not answer, "" if they may. The user who made the decision may not answer while another staff user can
 * (docs/decisions/446); an appeal against a decision that is no longer in effect may be answered by any user with the permission.
 */
const refusalOf = async (ctx: LoggedIn, decision: DecisionRow, inEffect: boolean): Promise<string> => {
  if (decision.user_id === ctx.user.id) return "不能答复自己的申诉"
  const { call, action } = undoingOf(decision)
  if (!ctx.may("PUT /appeal")) return "你没有权限答复申诉"
  if (!ctx.may(call)) return `你没有权限${action}`
  if (decision.decided_by !== ctx.user.id || !inEffect) return ""
  const needed = [permissionPath("PUT /appeal"), permissionPath(call)]
  const others = await hasOtherHolder(ctx.db, [ctx.user.id, decision.user_id], needed, ctx.now())
  return others ? "这是你作出的处理，申诉要由另一位同事答复" : ""
}

const requireAppeal = async <T>(row: T | null): Promise<T> => {
  if (!row) throw notFound("申诉不存在")
  return row
}

export const readAppeal = async (ctx: LoggedIn, { id }: { id: number }) => {
  const row = await requireAppeal(await findAppeal(ctx.db, id))
  const decision = await requireAppeal(await findDecision(ctx.db, row.decision_id))
  const inEffect = (await listInEffect(ctx.db, [decision], ctx.now())).has(decision.id)
  const nameOfUser = await namesOf(ctx, [row], [decision.decided_by])
  const isWaiting = row.status === AppealStatus.waiting
  return {
    ...withNames(row, nameOfUser),
    verdict: decision.verdict,
    href: hrefOf(decision.kind, (await objectsOf(ctx, [decision]))(decision)),
    reason: decision.reason,
    decided_by: nameOfUser(decision.decided_by),
    decided_at: decision.created_at,
    in_effect: inEffect,
    refusal: isWaiting ? await refusalOf(ctx, decision, inEffect) : "这条申诉已经有答复了",
  }
}

/** Rejects users who may not answer, before they claim the appeal in the review queue. */
export const requireAnswerable = async (ctx: LoggedIn, id: number): Promise<void> => {
  const { refusal } = await readAppeal(ctx, { id })
  if (refusal) throw forbidden(refusal)
}

/** Answers an appeal in one transaction: an upheld one undoes the decision, unless that is no longer in effect. Notifies its author. */
export const answerAppeal = async (ctx: LoggedIn, { id, upheld, answer = "" }: InputOf<"PUT /appeal">) => {
  if (!upheld && !answer.trim()) throw invalid("请写明维持原处理的理由", "answer")
  // loaded before the transaction; inside it, loading would wait for a second connection
  await settingsOf(ctx.app, "score")
  return ctx.tx(async (ctx) => {
    const row = await requireAppeal(await lockAppeal(ctx.db, id))
    if (row.status !== AppealStatus.waiting) throw conflict("这条申诉已经有答复了")
    const decision = await requireAppeal(await findDecision(ctx.db, row.decision_id))
    await lockObject(ctx, decision)
    const inEffect = (await listInEffect(ctx.db, [decision], ctx.now())).has(decision.id)
    const refusal = await refusalOf(ctx, decision, inEffect)
    if (refusal) throw forbidden(refusal)
    const status = !inEffect ? AppealStatus.ended : upheld ? AppealStatus.upheld : AppealStatus.dismissed
    if (status === AppealStatus.upheld) await undoingOf(decision).undo(ctx, decision.object_id)
    const at = ctx.now()
    await changeAppeal(ctx.db, id, { status, answer, answered_by: ctx.user.id, answered_at: at, updated_at: at })
    await tellOfAnswer(ctx, row, decision, { status, answer })
    return {}
  })
}

const outcomes: Record<number, "upheld" | "dismissed" | "ended"> = {
  [AppealStatus.upheld]: "upheld",
  [AppealStatus.dismissed]: "dismissed",
  [AppealStatus.ended]: "ended",
}

const tellOfAnswer = async (
  ctx: LoggedIn,
  row: AppealRow,
  decision: DecisionRow,
  { status, answer }: { status: number; answer: string },
) => {
  const { kind, object_id } = decision
  const object = (await objectsOf(ctx, [decision]))(decision)
  const subject =
    kind === DecisionKind.document || kind === DecisionKind.article
      ? { type: kind === DecisionKind.article ? 1 : 0, document_id: object_id }
      : kind === DecisionKind.comment && object
        ? { type: object.content_type, document_id: object.content_id }
        : null
  await ctx.notify([
    {
      kind: "appeal",
      user_id: row.user_id,
      by: ctx.user.id,
      ...(subject && { subject }),
      data: {
        outcome: outcomes[status]!,
        ...(kind === DecisionKind.punishment && { name: object?.title ?? "处罚" }),
        ...(kind === DecisionKind.comment && { about: "comment" as const }),
        ...(answer && { reason: answer }),
      },
    },
  ])
}
