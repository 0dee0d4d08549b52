import type { Call } from "../../lib/contract/area"
import { callOf } from "../../lib/contract/contract"
import type { Key } from "../../lib/contract/types"
import { createCtx, type Ctx, type LoggedIn, type RequestInfo, type Services } from "../context"
import { writeAudit } from "../modules/audit/audit.usecases"
import type { Handler, Module } from "../routes"
import { faultOf, forbidden, notFound, unauthenticated, type Fault } from "../errors"
import type { Admit } from "./rate-limits"
import { requireSiteAccess } from "./site-access"

/** `session`: a token to keep in the cookie, null to clear it; `device` marks the browser. */
export type Reply = { ok: true; data: unknown; session?: string | null; device?: string } | ({ ok: false } & Fault)
export type Dispatch = (key: string, input: unknown, request: RequestInfo) => Promise<Reply>

/**
 * The one way into the back end, for the network and for pages alike:
 * match → who → site access → limit → may → parse → handler → parse the answer, so that no undeclared column can leave.
 */
export const createDispatch = (app: Services, admit: Admit, modules: Module[]): Dispatch => {
  const handlers = new Map<string, Handler<Call>>(modules.flatMap((module) => Object.entries(module.handlers)))
  return async (key, input, request) => {
    try {
      const call = callOf(key)
      const handler = handlers.get(key)
      if (!call || !handler) throw notFound("没有这个接口")
      let session: string | null | undefined
      let device: string | undefined
      const user = await app.sessions.find(request.token)
      const ctx = createCtx(app, { user, request, setSession: (token, mark) => ([session, device] = [token, mark]) })
      await requireSiteAccess(app, async () => user, call, input)
      if (call.limit) await admit(key, call.limit, ctx)
      requireAccess(key, call, ctx)
      const data = call.output.parse(await run(key, call, handler, ctx as LoggedIn, call.input.parse(input ?? {})))
      return { ok: true, data, session, device }
    } catch (error) {
      const fault = faultOf(error)
      if (fault.internal) app.log.error({ err: error, call: key, request: request.id }, "调用失败")
      return { ok: false, ...fault }
    }
  }
}

/** What staff change with a permission is written down in the same transaction. */
const run = async (key: string, call: Call, handler: Handler<Call>, ctx: LoggedIn, input: unknown): Promise<unknown> => {
  const audited = call.permission !== undefined && !key.startsWith("GET ") && ctx.may(key as Key)
  if (!audited) return handler(ctx, input)
  const work = async (ctx: LoggedIn) => {
    const data = await handler(ctx, input)
    await writeAudit(ctx, key as Key, input)
    return data
  }
  return call.transaction === false ? work(ctx) : ctx.tx(work)
}

const requireAccess = (key: string, call: Call, ctx: Ctx) => {
  if (call.access !== "public" && !ctx.user) throw unauthenticated()
  if (call.access === "permission" && !ctx.may(key as Key)) throw forbidden(`您没有权限访问【${call.title}】`)
}
