import { permissionPath, type UploadKey } from "../lib/contract/permissions"
import type { Key } from "../lib/contract/types"
import type { App } from "./app"
import type { Db } from "./db/client"
import { publish, type Events, type Subject } from "./db/events"
import type { Job, JobOptions } from "./jobs/job"

/** Who is asking. `root` is user 1: every permission (`reference/api.md` 1.6). `permissions` are paths, as `/api.v1.UserAPI/ListUser`. */
export type CurrentUser = { id: number; username: string; root: boolean; jti: string; permissions: ReadonlySet<string> }

/** `device` is the mark of a browser that has logged in before (`server/modules/user/device.ts`). */
export type RequestInfo = { id: string; ip: string; user_agent: string; token: string; device?: string }

/** What a use case is given besides its input: who, when, and the only ways to the outside. */
export type Ctx = {
  app: App
  db: Db
  user: CurrentUser | null
  request: RequestInfo
  now: () => Date
  /** Does the person hold the permission of this call? Widens public calls; `access: "permission"` is checked before. */
  may: (key: Key | UploadKey) => boolean
  /** Runs in a transaction; nested calls join the outer one. Use the `ctx` that is handed in. */
  tx: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  /** Puts a job into the queue in the same transaction as the change that wants it. */
  enqueue: <P extends object>(job: Job<P>, payload: P, options?: JobOptions) => Promise<void>
  /** Says that something a page shows has changed; pages are dropped on every node when the transaction commits. */
  changed: (what: Subject, id?: string | number) => Promise<void>
  /** The answer's session cookie: a token to set, null to clear; `device` marks the browser for later logins. */
  setSession: (token: string | null, device?: string) => void
}

export type LoggedIn = Ctx & { user: CurrentUser }

type Who = { user?: CurrentUser | null; request?: Partial<RequestInfo>; setSession?: Ctx["setSession"] }

/** Builds a context over the application's own connection. Jobs and the first start call it without a person. */
export const createCtx = (app: App, who: Who = {}): Ctx => {
  const request = { id: "", ip: "", user_agent: "", token: "", ...who.request }
  const user = who.user ?? null
  /** `said` collects what a transaction announces; null outside of one. */
  const over = (db: Db, said: Events["changed"][] | null): Ctx => {
    const ctx: Ctx = {
      app,
      db,
      user,
      request,
      now: app.now,
      may: (key) => user !== null && (user.root || user.permissions.has(permissionPath(key))),
      tx: async (work) => {
        if (said) return work(ctx)
        const announced: Events["changed"][] = []
        const result = await app.database.db.transaction((tx) => work(over(tx, announced)))
        // other processes hear it from PostgreSQL; this one must not answer its very next request from before the change
        for (const event of announced) app.events.emit("changed", event)
        return result
      },
      enqueue: (job, payload, options) => app.queue.send(db, job, payload, options),
      changed: async (what, id = "") => {
        const event = { what, id: String(id) }
        await publish(db, "changed", event)
        if (said) said.push(event)
        else app.events.emit("changed", event)
      },
      setSession: who.setSession ?? (() => undefined),
    }
    return ctx
  }
  return over(app.database.db, null)
}
