import type { z } from "zod"
import type { Area, Call } from "../lib/contract/area"
import type { Ctx, LoggedIn } from "./context"

type CtxFor<C extends Call> = C["access"] extends "public" ? Ctx : LoggedIn
export type Handler<C extends Call> = (ctx: CtxFor<C>, input: z.output<C["input"]>) => Promise<z.input<C["output"]>>
type Handlers<A extends Area> = { [K in keyof A]: A[K] extends Call ? Handler<A[K]> : never }
export type Module = { area: Area; handlers: Record<string, Handler<Call>> }

/** Hangs one handler on every call of an area: a missing or an extra one does not compile. */
export const serve = <A extends Area>(area: A, handlers: Handlers<A>): Module => ({
  area,
  handlers: handlers as unknown as Module["handlers"],
})
