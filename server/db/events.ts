import { EventEmitter } from "node:events"
import { sql } from "drizzle-orm"
import { Client, type ClientConfig } from "pg"
import type { ProgressEvent } from "../../lib/contract/streams"
import { insertChange, type Subject } from "./change-log"
import type { Db } from "./client"

/** Events between processes through PostgreSQL, sent when the transaction commits. */
export type Events = {
  /** something a page shows has changed; `*` = everything; `owner`: whose document or article it is */
  changed: { what: Subject; id: string; owner?: number }
  /** a document's conversion moved on; only its owner receives it */
  progress: ProgressEvent & { user_id: number }
  /** somebody waits for a page that is not drawn yet; the process that draws may be another */
  wanted: { uuid: string; page: number }
  /** a document waits to be converted */
  queued: Record<string, never>
  session: { jti: string }
  /** groups, permissions or punishments have changed: who may do what is looked up anew */
  rights: Record<string, never>
}
type Topic = keyof Events
type Listener<T extends Topic> = (event: Events[T]) => void

const channel = "doujia"

/**
 * Publishes inside the caller's transaction. PostgreSQL bounds a payload at 8,000 bytes: send ids, not rows. A change is written down in
 * the same statement; pages that are drawn one by one are not, since their document changes once more when the last one is there.
 */
export const publish = async <T extends Topic>(db: Db, topic: T, event: Events[T]): Promise<void> => {
  const notify = sql`select pg_notify(${channel}, ${JSON.stringify({ topic, event })})`
  const change = topic === "changed" ? (event as Events["changed"]) : null
  await db.execute(change && change.what !== "progress" ? sql`with logged as (${insertChange(change)}) ${notify}` : notify)
}

export type EventBus = {
  on<T extends Topic>(topic: T, listener: Listener<T>): () => void
  /** Tells this process alone, at once; it hears of its own events from PostgreSQL as well, a moment later. */
  emit<T extends Topic>(topic: T, event: Events[T]): void
  close(): Promise<void>
}

/** Keeps one listening connection; after an interruption it reconnects and assumes that everything changed. */
export const listenForEvents = async (config: ClientConfig, log: (message: string, fields?: object) => void): Promise<EventBus> => {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  let client: Client | null = null
  let closed = false

  const connect = async (interrupted: boolean) => {
    const next = new Client({ ...config, keepAlive: true })
    next.on("error", () => undefined)
    next.on("end", () => {
      if (!closed && client === next) void retry()
    })
    next.on("notification", ({ payload }) => {
      const { topic, event } = JSON.parse(payload ?? "{}") as { topic: Topic; event: unknown }
      emitter.emit(topic, event)
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      // also for processes that start later: a database that took another one's place may lack what pages were drawn from
      if (interrupted) await next.query("insert into change_log (what) values ('*')")
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    client = next
  }
  const retry = async (): Promise<void> => {
    for (let wait = 200; !closed; wait = Math.min(wait * 2, 5_000)) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      try {
        await connect(true)
        emitter.emit("changed", { what: "*", id: "" } satisfies Events["changed"])
        return
      } catch (error) {
        log("与数据库的通知连接断开，正在重连", { error: String(error) })
      }
    }
  }

  await connect(false)
  return {
    on: (topic, listener) => {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    },
    emit: (topic, event) => void emitter.emit(topic, event),
    close: async () => {
      closed = true
      await client?.end().catch(() => undefined)
    },
  }
}
