import type { z } from "zod"
import type { Area, Call } from "../lib/contract/area"
import type { Ctx, LoggedIn } from "./context"
import type { VersionedRows } from "./db/versioned"

type CtxFor<C extends Call> = C["access"] extends "public" ? Ctx : LoggedIn
export type Handler<C extends Call> = (ctx: CtxFor<C>, input: z.output<C["input"]>) => Promise<z.input<C["output"]>>
/** One handler for each call of an area, with the types of that call. */
export type Handlers<A extends Area> = { [K in keyof A]: A[K] extends Call ? Handler<A[K]> : never }
/** The table behind each PUT, for comparing `If-Match` with the row. */
type Versioned = Readonly<Record<string, VersionedRows>>
export type Module = { area: Area; handlers: Record<string, Handler<Call>>; versioned?: Versioned }

/** Assigns one handler to every call of an area. A missing or extra handler does not compile. */
export const serve = <A extends Area>(
  area: A,
  handlers: Handlers<A>,
  versioned?: { [K in keyof A & `PUT ${string}`]?: VersionedRows },
): Module => ({
  area,
  handlers: handlers as unknown as Module["handlers"],
  versioned: versioned as Versioned | undefined,
})
