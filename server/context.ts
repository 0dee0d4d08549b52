import { permissionPath } from "../lib/contract/permissions"
import type { StreamKey } from "../lib/contract/streams"
import type { TokenScope } from "../lib/contract/people/session.token-scopes"
import type { Key } from "../lib/contract/types"
import type { DatabaseHandle, Db } from "./db/client"
import type { Subject } from "./db/change-log"
import { publish, type EventBus, type Events } from "./db/events"
import type { JobOptions, JobSpec, Queue } from "./jobs/queue"
import type { Log } from "./security/log"
import type { PersonalData } from "./db/personal-data"
import type { CaptchaPort } from "./ports/captcha/captcha.port"
import type { ConverterPort } from "./ports/converter/converter.port"
import type { IndexingPort } from "./ports/indexing/indexing.port"
import type { MailPort } from "./ports/mail/mail.port"
import type { Oauth } from "./ports/oauth/create-oauth"
import type { Payments } from "./ports/payment/create-payments"
import type { PicturesPort } from "./ports/pictures/pictures.port"
import type { SanitizerPort } from "./ports/sanitizer/sanitizer.port"
import type { StructurePort } from "./ports/structure/structure.port"
import type { SearchPort } from "./ports/search/search.port"
import type { SmsPort } from "./ports/sms/sms.port"
import type { StoragePort } from "./ports/storage/storage.port"
import type { PageReader } from "./ports/web/page-reader"
import type { WebPort } from "./ports/web/web.port"
import type { WebhookPort } from "./ports/webhook/webhook.port"
import type { Guesses } from "./security/guesses"
import type { Passwords } from "./security/password"
import type { Admit } from "./security/rate-limits"
import type { Sweep } from "./db/sweeps"
import type { WantedPages } from "./ports/converter/wanted-pages"

/**
 * The caller. `root` is user 1, who holds every permission (docs/reference/api.md 1.6). `permissions` are paths, as `/api.v1.UserAPI/ListUser`.
 * `confirmed_at`: when this session last proved who the person is (`server/security/confirmation.ts`).
 */
export type CurrentUser = {
  id: number
  username: string
  root: boolean
  jti: string
  permissions: ReadonlySet<string>
  confirmed_at: Date | null
  /** a second factor is set up */
  has_factor?: boolean
  /** what an access token was made for; missing for a session, which may do all that its person may */
  scopes?: ReadonlySet<TokenScope>
  /** the site asks this member of staff for a second factor that is not there: no permission holds until it is (`two-factor/staff-factor.policy.ts`) */
  factor_missing?: true
}

/** Holds a permission, whichever it is, or is the root user (docs/GLOSSARY.md). Whether a call is permitted, `ctx.may` says. */
export const isStaff = ({ root, permissions }: Pick<CurrentUser, "root" | "permissions">): boolean => root || permissions.size > 0

/** `device` is the mark of a browser that has logged in before (`server/modules/people/session/device.usecases.ts`). */
export type RequestInfo = {
  id: string
  ip: string
  user_agent: string
  token: string
  device?: string
  /** the header If-Match: the `updated_at` of the row that the caller read before changing it */
  if_match?: string
  /** the answer goes out as JSON: one that others have just got will do */
  as_text?: boolean
  /** a page is being rendered: the answer goes out as an object, and one that others have just got will do */
  rendering?: boolean
  /** a page is being rendered, or fetched before it is wanted: nobody looks yet */
  prefetch?: boolean
}

/** Finds the caller of a token; results are cached briefly. */
export type Sessions = {
  /** `ip` is noted as the place where an access token was last used */
  find(token: string, ip?: string): Promise<CurrentUser | null>
  forget(jti: string): void
  forgetAll(): void
  /** Ends a person's sessions, on every process within a second: all, all but one, or the given ones. */
  closeOf(ctx: DbCtx, userId: number, which?: { except?: string; only?: string[] }): Promise<void>
}

/** The documents that this process converts, turn by turn. */
export type Conversions = {
  /** How many are worked at at once. */
  open(slots: number): void
  /** Works at one document after another until nothing waits; true when its time is over and more may wait. */
  serve(ctx: Ctx): Promise<boolean>
  /** Looks whether somebody who waits goes before one of those at work, which then gives way. */
  look(): Promise<void>
  /** Ends what is under way; it waits for the next start. */
  stop(): void
}

/** What a person may see of a page image (0 = the cover). `public`: a shared cache may keep it; `coming`: it may still be drawn. */
export type PageAccess =
  | { found: false }
  | {
      found: true
      allowed: boolean
      uuid: string
      sha256: string
      version: number
      titleCover: string
      ownCover: string
      pages: number
      public: boolean
      coming: boolean
    }

/** Decides about page images. `key` is a document's uuid or id, or the MD5 of its file; `who` is called only if the public may not see the page. */
export type PageAccessCheck = {
  check(key: string, page: number, who: () => Promise<CurrentUser | null>): Promise<PageAccess>
  forget(uuid: string): void
}

/** An in-memory cache of small drawn files. */
export type PageImages = {
  /** Synchronous: most requested images are cached. */
  cached(key: string): Buffer | undefined
  read(key: string): Promise<Buffer | null>
}

/** What a use case may touch. Built once by `createApp`; the parts that only the network needs are added there (`app.ts`). */
export type Services = {
  version: string
  /** CHANGELOG.md, for whoever asks what is new in this version */
  changelog: string
  /** the folder of this machine for files on their way */
  dataDir: string
  secret: Uint8Array
  log: Log
  now: () => Date
  database: DatabaseHandle
  events: EventBus
  queue: Queue
  storage: StoragePort
  converter: ConverterPort
  mail: MailPort
  sms: SmsPort
  indexing: IndexingPort
  oauth: Oauth
  payments: Payments
  captcha: CaptchaPort
  sanitizer: SanitizerPort
  structure: StructurePort
  pictures: PicturesPort
  web: WebPort
  webhooks: WebhookPort
  pageReader: PageReader
  sessions: Sessions
  guesses: Guesses
  /** counts what a use case limits beside its call's own `limit` */
  admit: Admit
  passwords: Passwords
  wantedPages: WantedPages
  conversions: Conversions
  pageAccess: PageAccessCheck
  pageImages: PageImages
  search: SearchPort
  /** jobs that follow a change, by its subject (`follows` of a manifest) */
  followers: ReadonlyMap<Subject, readonly JobSpec<{ what: Subject; id: string }>[]>
  /** what the tables of all modules know of people, and which of their rows expire (`server/modules.ts`) */
  personal: readonly PersonalData[]
  sweeps: readonly Sweep[]
  /** bytes that are free where files lie (`server/ports/storage/free-space.ts`) */
  freeSpace: () => Promise<number>
  stopping: () => boolean
  /** Runs when the process begins to stop, which waits for it; the answer takes the listener away. */
  onStop: (listener: () => unknown) => () => void
}

/** What a use case gets besides its input: caller, time, and the only access to the outside. */
export type Ctx<U extends CurrentUser | null = CurrentUser | null> = {
  app: Services
  db: Db
  user: U
  request: RequestInfo
  now: () => Date
  /** Does the person hold the permission of this call? Widens public calls; `access: "permission"` is checked before. */
  may: (key: Key | StreamKey) => boolean
  /** Runs in a transaction; nested calls join the outer one. Use the `ctx` that is handed in. */
  tx: <T>(work: (ctx: Ctx<U>) => Promise<T>) => Promise<T>
  /** Puts a job into the queue in the same transaction as the change that wants it. */
  enqueue: <P extends object>(job: JobSpec<P>, payload: P, options?: JobOptions) => Promise<void>
  /**
   * Says that something a page shows has changed; pages are dropped on every node when the transaction commits. `owner` is whose document
   * or article it is: other people's pages are then kept.
   */
  changed: (what: Subject, id?: string | number, owner?: number) => Promise<void>
  /** Says that groups, permissions or punishments have changed; every process looks each person up anew once the transaction commits. */
  announce: (what: "rights") => Promise<void>
  /** The answer's session cookie: a token to set, null to clear; `device` marks the browser for later logins. */
  setSession: (token: string | null, device?: string) => void
}

/** What reading and writing rows needs, also without an application. */
export type DbCtx = { db: Db }

export type LoggedIn = Ctx<CurrentUser>

type Caller<U extends CurrentUser | null> = { user?: U; request?: Partial<RequestInfo>; setSession?: Ctx["setSession"] }
type PendingEvent = { [T in keyof Events]: { topic: T; event: Events[T] } }["changed" | "rights"]

/** Builds a context over the application's own connection. Jobs and the first start call it without a person. */
export const createCtx = <U extends CurrentUser | null = null>(app: Services, caller: Caller<U> = {}): Ctx<U> => {
  const request = { id: "", ip: "", user_agent: "", token: "", ...caller.request }
  const user = (caller.user ?? null) as U
  const emit = ({ topic, event }: PendingEvent) => app.events.emit(topic, event)
  /** `pendingEvents` collects what a transaction announces; null outside of one. */
  const over = (db: Db, pendingEvents: PendingEvent[] | null): Ctx<U> => {
    const say = async (pending: PendingEvent) => {
      await publish(db, pending.topic, pending.event)
      if (pendingEvents) pendingEvents.push(pending)
      else emit(pending)
    }
    const ctx: Ctx<U> = {
      app,
      db,
      user,
      request,
      now: app.now,
      may: (key) => user !== null && (user.root || user.permissions.has(permissionPath(key))),
      tx: async (work) => {
        if (pendingEvents) return work(ctx)
        const events: PendingEvent[] = []
        const result = await app.database.db.transaction((tx) => work(over(tx, events)))
        // other processes hear of it through PostgreSQL; this one must not serve its next request from old data
        for (const event of events) emit(event)
        return result
      },
      enqueue: (job, payload, options) => app.queue.send(db, job, payload, options),
      changed: async (what, id = "", owner) => {
        const change = { what, id: String(id) }
        for (const job of app.followers.get(what) ?? []) await app.queue.send(db, job, change, { key: `${what}/${change.id}` })
        await say({ topic: "changed", event: { ...change, ...(owner && { owner }) } })
      },
      announce: (what) => say({ topic: what, event: {} }),
      setSession: caller.setSession ?? (() => undefined),
    }
    return ctx
  }
  return over(app.database.db, null)
}
