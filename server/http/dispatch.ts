import type { Call } from "../../lib/contract/area"
import { callOf } from "../../lib/contract/contract"
import type { Key } from "../../lib/contract/types"
import type { App } from "../app"
import { createCtx, type Ctx, type LoggedIn, type RequestInfo } from "../context"
import type { Handler, Module } from "../routes"
import { faultOf, forbidden, notFound, unauthenticated, type Fault } from "./errors"

export type Reply = { ok: true; data: unknown; session?: string | null } | ({ ok: false } & Fault)
export type Dispatch = (key: string, input: unknown, request: RequestInfo) => Promise<Reply>

/**
 * The one way into the back end, for the network and for pages alike:
 * match → who → may → parse → handler → parse the answer, so that no undeclared column can leave.
 */
export const createDispatch = (app: App, modules: Module[]): Dispatch => {
  const handlers = new Map<string, Handler<Call>>(modules.flatMap((module) => Object.entries(module.handlers)))
  return async (key, input, request) => {
    try {
      const call = callOf(key)
      const handler = handlers.get(key)
      if (!call || !handler) throw notFound("没有这个接口")
      let session: string | null | undefined
      const ctx = createCtx(app, { user: await app.findSessionUser(request.token), request, setSession: (token) => (session = token) })
      await app.admit(key, ctx)
      requireAccess(key, call, ctx)
      const data = call.output.parse(await handler(ctx as LoggedIn, call.input.parse(input ?? {})))
      return { ok: true, data, session }
    } catch (error) {
      const fault = faultOf(error)
      if (fault.internal) app.log.error({ err: error, call: key, request: request.id }, "调用失败")
      return { ok: false, ...fault }
    }
  }
}

const requireAccess = (key: string, call: Call, ctx: Ctx) => {
  if (call.access !== "public" && !ctx.user) throw unauthenticated()
  if (call.access === "permission" && !ctx.may(key as Key)) throw forbidden(`您没有权限访问【${call.title}】`)
}
