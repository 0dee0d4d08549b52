import type { Call } from "../../lib/contract/area"
import { callOf } from "../../lib/contract/contract"
import type { Key } from "../../lib/contract/types"
import type { Ctx, LoggedIn, RequestInfo, Services } from "../context"
import { recorded } from "../modules/operations/audit/audit.usecases"
import { isOpenToAll } from "../modules/site/settings/site-access.policy"
import { settingsOf } from "../modules/site/settings/settings.usecases"
import type { Handler, Module } from "../routes"
import { faultOf, notFound, type Fault } from "../errors"
import type { VersionedRows } from "../db/versioned"
import { requireUnchanged } from "./unchanged"
import type { Answers } from "./answers"
import type { Compressed } from "./compressed"
import { isRefusedWhileFull } from "../../lib/contract/refusals"
import { requireReserve } from "./disk-reserve"
import { withAccess } from "./access"
import { callerOf } from "./caller"
import { acceptedInput } from "./input"
import type { Admit } from "../security/rate-limits"

/** `session`: a token to store in the cookie, null to clear it; `device` identifies the browser, `visitor` one that opened a share link. */
export type DispatchReply =
  | { ok: true; data: unknown; packed?: undefined; session?: string | null; device?: string; visitor?: string }
  /** a response that is the same for every visitor, ready to send */
  | { ok: true; packed: Compressed; data?: undefined; session?: undefined; device?: undefined; visitor?: undefined }
  | ({ ok: false } & Fault)
export type Dispatch = (key: string, input: unknown, request: RequestInfo) => Promise<DispatchReply>

/**
 * The only entry point of the back end, for the network and for pages alike:
 * match → caller → site access → limit → may → parse → handler → parse the response, so that no undeclared column can leak.
 */
export const createDispatch = (app: Services & { answers: Answers }, admit: Admit, modules: Module[]): Dispatch => {
  const handlers = new Map<string, Handler<Call>>(modules.flatMap((module) => Object.entries(module.handlers)))
  const versioned = new Map<string, VersionedRows>(modules.flatMap((module) => Object.entries(module.versioned ?? {})))
  return async (key, input, request) => {
    try {
      const call = callOf(key)
      const handler = handlers.get(key)
      if (!call || !handler) throw notFound("没有这个接口")
      if (isRefusedWhileFull(key, call)) await requireReserve(app)
      let session: string | null | undefined
      let device: string | undefined
      let visitor: string | undefined
      const ctx = await callerOf(
        app,
        request,
        (token, mark) => ([session, device] = [token, mark]),
        (cookie) => (visitor = cookie),
      )
      const answerIn = async (ctx: Ctx) =>
        call.output.parse(await run(key, call, guarded(handler, versioned.get(key)), ctx as LoggedIn, acceptedInput(key, call, input)))
      const answer = () => answerIn(ctx)
      const { standby } = app
      const sharedAnswer = standby ? () => standby.read(() => answerIn({ ...ctx, db: standby.db }), answer) : answer
      return await withAccess({ admit, key: key as Key, entry: call, ctx, input }, async () => {
        if (!(await isShared(app, call, ctx, input))) return { ok: true, data: await answer(), session, device, visitor }
        if (request.rendering) return { ok: true, data: await app.answers.object(key, input, sharedAnswer, call.announced) }
        return { ok: true, packed: await app.answers.packed(key, input, sharedAnswer, call.announced) }
      })
    } catch (error) {
      const fault = faultOf(error)
      if (fault.internal) app.log.error({ err: error, call: key, request: request.id }, "调用失败")
      return { ok: false, ...fault }
    }
  }
}

/** Checks whether this response may be shared with other callers. */
const isShared = async (
  app: Services,
  { shared }: Call,
  { user, request }: Pick<LoggedIn, "request"> & { user: unknown },
  input: unknown,
): Promise<boolean> => {
  if (shared === undefined || (request.as_text !== true && request.rendering !== true)) return false
  // a share link may show this browser more than others
  if (request.visitor && shared !== "everybody") return false
  if (user !== null) return shared === "everybody" && request.rendering === true && isOpenToAll(await settingsOf(app, "security"))
  // a prefetch is not a view, so nothing is counted
  return typeof shared !== "object" || request.prefetch === true || !(input as Record<string, unknown>)[shared.unless]
}

/** Wraps a handler so that the caller's `If-Match` is compared with the row first, in the handler's own transaction. */
const guarded = (handler: Handler<Call>, rows: VersionedRows | undefined): Handler<Call> =>
  rows
    ? (ctx, input) =>
        ctx.request.if_match
          ? ctx.tx(async (ctx) => {
              await requireUnchanged(ctx, rows, (input as { id?: unknown }).id)
              return handler(ctx, input)
            })
          : handler(ctx, input)
    : handler

/** Records changes by staff in the audit log, in the same transaction. */
const run = async (key: string, call: Call, handler: Handler<Call>, ctx: LoggedIn, input: unknown): Promise<unknown> => {
  const audited = call.permission !== undefined && !key.startsWith("GET ") && ctx.may(key as Key)
  if (!audited) return handler(ctx, input)
  const work = (ctx: LoggedIn) => recorded(ctx, key as Key, input, () => handler(ctx, input))
  return call.transaction === false ? work(ctx) : ctx.tx(work)
}
