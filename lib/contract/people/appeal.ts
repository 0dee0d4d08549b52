import { z } from "zod"
import { area, perHour } from "../area"
import { bool, filled, filter, filterList, flag, id, int, listing, many, nothing, num, paging, str, text, time } from "../schema"

/** An appeal as its author sees it. */
export const OwnAppeal = z.object({ id: num, content: str, status: num, answer: str, answered_at: time, created_at: time })

/** A decision of staff or of a rule against the caller. `in_effect`: it was not undone or replaced, and it has not expired. */
export const Decision = z.object({
  id: num,
  /** `DecisionKind` */
  kind: num,
  /** `DecisionVerdict` */
  verdict: num,
  /** title of the content, or the name of the restriction; "" if it no longer exists */
  title: str,
  href: str,
  reason: str,
  /** of a punishment; null = permanent */
  end_time: time,
  in_effect: flag,
  appeal: OwnAppeal.nullable().default(null),
  created_at: time,
})

/** An appeal as staff see it. `title` names the decision as it was when the appeal was sent. */
export const Appeal = z.object({
  id: num,
  kind: num,
  title: str,
  content: str,
  user_id: num,
  username: str,
  status: num,
  answer: str,
  /** the user who answered; "" until it is answered */
  answered_by: str,
  answered_at: time,
  created_at: time,
  updated_at: time,
})

export const AppealDetail = Appeal.extend({
  verdict: num,
  /** the page of the content; "" if it no longer exists or has none */
  href: str,
  /** of the decision */
  reason: str,
  /** the user who decided; "" = a rule of the site */
  decided_by: str,
  decided_at: time,
  in_effect: flag,
  /** why the caller may not answer; "" = they may */
  refusal: str,
})

export const appeal = area({
  /** decisions against the caller, the latest first */
  "GET /appeal/decision/list": {
    title: "我受到的处理",
    access: "login",
    input: z.object({ ...paging, kind: filter(int), id: filter(int) }),
    output: z.object({ total: num, decision: many(Decision) }),
  },
  /** one per decision, while it is in effect */
  "POST /appeal": {
    title: "申诉",
    access: "login",
    conflicts: true,
    limit: perHour(20, "person"),
    input: z.object({ decision_id: id, content: filled(1000, "申诉理由") }),
    output: OwnAppeal,
  },
  /** of a user whose account is disabled: `token` comes with the refusal of the login and allows one appeal within half an hour */
  "POST /appeal/pass": {
    title: "被禁用的账号申诉",
    access: "public",
    allowedWhileClosed: true,
    conflicts: true,
    missing: true,
    limit: perHour(20),
    secretInput: true,
    input: z.object({
      token: z.string({ error: "请重新登录一次再提交申诉" }).max(2_000, { error: "请重新登录一次再提交申诉" }),
      content: filled(1000, "申诉理由"),
    }),
    output: nothing,
  },
  "GET /appeal/list": {
    title: "查询申诉列表",
    access: "permission",
    permission: "AppealAPI/ListAppeal",
    input: z.object({ ...listing, status: filterList(int), kind: filterList(int) }),
    output: z.object({ total: num, appeal: many(Appeal) }),
  },
  "GET /appeal": {
    title: "查看申诉",
    access: "permission",
    permission: "AppealAPI/ListAppeal",
    input: z.object({ id }),
    output: AppealDetail,
  },
  /** `upheld` undoes the decision, which needs the permission to do so; the user who decided may not answer if another user can */
  "PUT /appeal": {
    title: "答复申诉",
    access: "permission",
    permission: "AppealAPI/AnswerAppeal",
    conflicts: true,
    input: z.object({ id, upheld: bool, answer: text(255, "答复").optional() }),
    output: nothing,
  },
})
