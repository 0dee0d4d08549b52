import { EventEmitter } from "node:events"
import { sql } from "drizzle-orm"
import { Client, type ClientConfig } from "pg"
import type { ConvertedSample } from "../../lib/contract/operations/trial"
import type { ProgressEvent } from "../../lib/contract/streams"
import { insertChange, type ChangeSubject } from "./change-log"
import type { Db } from "./client"

/** Events sent between processes through PostgreSQL when the transaction commits. */
export type Events = {
  /** The content of a page has changed; `*` means everything. `owner`: the owner of the document or article. */
  changed: { what: ChangeSubject; id: string; owner?: number }
  /** Progress of a document's conversion; delivered to its owner only. */
  progress: ProgressEvent & { user_id: number }
  /** A sample of a trial conversion is finished; delivered to the user who began the trial. */
  sample: ConvertedSample & { user_id: number }
  /** A visitor waits for a page that is not rendered yet; the rendering process may be another one. */
  wanted: { uuid: string; page: number }
  /** A document is queued for conversion. */
  queued: Record<string, never>
  session: { jti: string }
  /** Groups, permissions or punishments have changed, so cached permissions must be reloaded. */
  rights: Record<string, never>
  /** The list of sensitive words has changed. */
  words: Record<string, never>
}
type Topic = keyof Events
type Listener<T extends Topic> = (event: Events[T]) => void

const channel = "doujia"

/**
 * Publishes an event inside the caller's transaction. PostgreSQL limits a payload to 8,000 bytes, so send ids, not rows. The same statement
 * records a change in the change log.
 * Pages rendered one by one are not recorded, because their document changes again when the last page is ready.
 */
export const publish = async <T extends Topic>(db: Db, topic: T, event: Events[T]): Promise<void> => {
  const notify = sql`select pg_notify(${channel}, ${JSON.stringify({ topic, event })})`
  const change = topic === "changed" ? (event as Events["changed"]) : null
  await db.execute(change && change.what !== "progress" ? sql`with logged as (${insertChange(change)}) ${notify}` : notify)
}

export type EventBus = {
  on<T extends Topic>(topic: T, listener: Listener<T>): () => void
  /** Notifies only this process, immediately. It also receives its own events from PostgreSQL a moment later. */
  emit<T extends Topic>(topic: T, event: Events[T]): void
  close(): Promise<void>
}

/** Keeps one listening connection. After an interruption, it reconnects and assumes that everything changed. */
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
      // Recorded for processes that start later, too: a replacement database may lack data that cached pages were rendered from.
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
