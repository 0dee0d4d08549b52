import { permissionPath } from "../lib/contract/permissions"
import type { StreamKey } from "../lib/contract/streams"
import type { NotificationData, NotificationKind } from "../lib/contract/community/notification.kinds"
import type { TokenScope } from "../lib/contract/people/session.token-scopes"
import type { Key } from "../lib/contract/types"
import type { DatabaseHandle, Db } from "./db/client"
import type { Standby } from "./db/standby"
import type { ChangeSubject } from "./db/change-log"
import { publish, type EventBus, type Events } from "./db/events"
import type { JobOptions, JobSpec, Queue } from "./jobs/queue"
import type { Log } from "./security/log"
import type { PersonalData } from "./db/personal-data"
import type { AntivirusPort } from "./ports/antivirus/antivirus.port"
import type { CdnPort } from "./ports/cdn/cdn.port"
import type { ContentSafetyPort } from "./ports/content-safety/content-safety.port"
import type { CaptchaPort } from "./ports/captcha/captcha.port"
import type { ConverterPort } from "./ports/converter/converter.port"
import type { MatcherPort } from "./ports/matcher/matcher.port"
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
import type { RobotPort } from "./ports/robot/robot.port"
import type { WebhookPort } from "./ports/webhook/webhook.port"
import type { Guesses } from "./security/guesses"
import type { Passwords } from "./security/password"
import type { Admit } from "./security/rate-limits"
import type { Sweep } from "./db/sweeps"
import type { WantedPages } from "./ports/converter/wanted-pages"

/**
 * The caller. `root` is user 1, who has every permission (docs/reference/api.md 1.6). `permissions` are paths like
 * `/api.v1.UserAPI/ListUser`. `confirmed_at`: when the user last confirmed their identity in this session
 * (`server/security/confirmation.ts`).
 */
export type CurrentUser = {
  id: number
  username: string
  root: boolean
  jti: string
  permissions: ReadonlySet<string>
  /** the ids of the user's groups, which decide what they see (`visibility.policy.ts`); absent = none */
  groups?: readonly number[]
  confirmed_at: Date | null
  /** true if a second factor is set up */
  has_factor?: boolean
  /** the scopes of an access token; absent for a session, which has no restrictions */
  scopes?: ReadonlySet<TokenScope>
  /**
   * the site requires a second factor from this staff member, who has none; until then they have no permissions
   * (`two-factor/staff-factor.policy.ts`)
   */
  factor_missing?: true
}

/** `device` identifies a browser that has logged in before (`server/modules/people/session/device.usecases.ts`). */
export type RequestInfo = {
  id: string
  ip: string
  user_agent: string
  token: string
  device?: string
  /** identifies a browser that has opened a share link, for as long as it runs (`server/modules/library/document/share-grant.policy.ts`) */
  visitor?: string
  /** the If-Match header: the `updated_at` of the row as the caller read it before changing it */
  if_match?: string
  /** the answer is sent as JSON; a recent answer to other callers may be reused */
  as_text?: boolean
  /** a page is being rendered: the answer is returned as an object; a recent answer to other callers may be reused */
  rendering?: boolean
  /** a page is being rendered or prefetched: do not count a view */
  prefetch?: boolean
}

/** Finds the caller of a token; results are cached briefly. */
export type Sessions = {
  /** `ip` is recorded as the address that last used an access token */
  find(token: string, ip?: string): Promise<CurrentUser | null>
  /** Finds the user of a session by its id, which a signature has proven; null if the session has ended. */
  findOpen(jti: string): Promise<CurrentUser | null>
  forget(jti: string): void
  forgetAll(): void
  /** Ends sessions of a user, in every process within a second: all, all but one, or the given ones. */
  closeOf(ctx: DbCtx, userId: number, which?: { except?: string; only?: string[] }): Promise<void>
}

/** The document conversions of this process, which take turns. */
export type Conversions = {
  /** Sets how many run in parallel. */
  open(slots: number): void
  /** Converts one document after another until the queue is empty. Returns true if its time is over and more may be waiting. */
  serve(ctx: Ctx): Promise<boolean>
  /** Checks whether a waiting document has priority over a running conversion, which then yields. */
  look(): Promise<void>
  /** Stops running conversions; they wait for the next start. */
  stop(): void
}

/**
 * The access of a user to a page image (0 = the cover). `public`: a shared cache may store it; `restricted`: the document has restricted
 * visibility, so a browser may keep the image only briefly; `coming`: it may still be rendered.
 */
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
      /** a share link grants it, which may end at any moment: the image is not cached */
      shared: boolean
      restricted: boolean
      coming: boolean
      /** the user whose name the picture must carry: the reader of a page that is not free; null = no name */
      marked: Pick<CurrentUser, "id" | "username"> | null
    }

/** An earlier version of a file: its rendering, and the user whose name its pages must carry. */
export type VersionAccess = { sha256: string; version: number; marked: Pick<CurrentUser, "id" | "username"> | null }

/**
 * Authorizes access to page images. `key` is a document's uuid or id, or the MD5 of its file; `who` is called only if the page is not
 * public. `visitor` is the cookie of a browser that has opened share links, or "".
 */
export type PageAccessCheck = {
  check(app: Services, key: string, page: number, who: () => Promise<CurrentUser | null>, visitor: string): Promise<PageAccess>
  /** Authorizes access to an earlier version of a document's file, which only its owner and staff see. Null for all others. */
  checkVersion(app: Services, id: number, who: () => Promise<CurrentUser | null>): Promise<VersionAccess | null>
  forget(uuid: string): void
}

/** An in-memory cache of small rendered files. */
export type PageImages = {
  /** Synchronous: most requested images are cached. */
  cached(key: string): Buffer | undefined
  read(key: string): Promise<Buffer | null>
}

/** The adapters to everything outside of the process. `createApp` receives them from its caller. */
export type Ports = {
  storage: StoragePort
  /** null: the site has no virus scanner */
  antivirus: AntivirusPort | null
  converter: ConverterPort
  mail: MailPort
  sms: SmsPort
  indexing: IndexingPort
  oauth: Oauth
  payments: Payments
  captcha: CaptchaPort
  sanitizer: SanitizerPort
  structure: StructurePort
  matcher: MatcherPort
  pictures: PicturesPort
  search: SearchPort
  web: WebPort
  webhooks: WebhookPort
  robots: RobotPort
  cdn: CdnPort
  contentSafety: ContentSafetyPort
  pageReader: PageReader
}

/**
 * The variables of the environment for backups and the archive: targets, access to buckets, their own and the one of the site's files, and
 * the private addresses that settings may name.
 */
export type BackupVariables = {
  BACKUP_TO?: string
  BACKUP_KEEP: string
  BACKUP_PASSPHRASE?: string
  BACKUP_S3_ENDPOINT?: string
  BACKUP_S3_REGION: string
  BACKUP_S3_ACCESS_KEY?: string
  BACKUP_S3_SECRET_KEY?: string
  BACKUP_S3_PATH_STYLE: boolean
  ARCHIVE_TO?: string
  S3_ENDPOINT?: string
  S3_REGION: string
  S3_ACCESS_KEY?: string
  S3_SECRET_KEY?: string
  S3_PATH_STYLE: boolean
  OUTGOING_ALLOW: readonly string[]
}

/** The services available to use cases. Built once by `createApp`; `app.ts` adds the parts that only the network layer needs. */
export type Services = Ports & {
  version: string
  /** CHANGELOG.md, the release notes of this version */
  changelog: string
  /** the folder of the sample content; "" = none */
  samples: string
  /** this machine's folder for temporary files */
  dataDir: string
  secret: Uint8Array
  /** for backups: the bundle of the commands, which runs in a process of its own, and the environment */
  backups?: { program: string; variables: BackupVariables }
  /** this process in `pg_stat_activity`; "" = its connections have no name of their own */
  processName: string
  log: Log
  now: () => Date
  database: DatabaseHandle
  /** reads what every visitor sees (DATABASE_READ_URL); null = the primary answers all reads */
  standby: Standby | null
  events: EventBus
  queue: Queue
  sessions: Sessions
  guesses: Guesses
  /** enforces a use case's additional limits, beside its call's `limit` */
  admit: Admit
  passwords: Passwords
  wantedPages: WantedPages
  conversions: Conversions
  pageAccess: PageAccessCheck
  pageImages: PageImages
  /** jobs that run after a change, by its subject (`follows` of a manifest) */
  followers: ReadonlyMap<ChangeSubject, readonly JobSpec<{ what: ChangeSubject; id: string }>[]>
  /** the personal data in the tables of all modules, and their rows that expire (`server/modules.ts`) */
  personal: readonly PersonalData[]
  /** what modules do when a setting with the guard `safety` changes */
  safetyNotes: readonly NoteSafety[]
  sweeps: readonly Sweep[]
  /** the modules that store notices (`notify` of a manifest) */
  notified: readonly StoreNotices[]
  /** free bytes in the file storage (`server/ports/storage/free-space.ts`) */
  freeSpace: () => Promise<number>
  stopping: () => boolean
  /**
   * Registers a listener that runs when the process begins to stop; the process waits for it. Returns a function that removes the listener.
   */
  onStop: (listener: () => unknown) => () => void
}

/** The context that a use case receives besides its input: caller, time, and its only access to the outside. */
export type Ctx<U extends CurrentUser | null = CurrentUser | null> = {
  app: Services
  db: Db
  user: U
  request: RequestInfo
  now: () => Date
  /**
   * Checks whether the user has the permission of this call. Used to grant wider access to public calls; `access: "permission"` is checked
   * earlier.
   */
  may: (key: Key | StreamKey) => boolean
  /** Runs work in a transaction; nested calls join the outer one. Use the `ctx` passed to `work`. */
  tx: <T>(work: (ctx: Ctx<U>) => Promise<T>) => Promise<T>
  /** Enqueues a job in the same transaction as the change that triggers it. */
  enqueue: <P extends object>(job: JobSpec<P>, payload: P, options?: JobOptions) => Promise<void>
  /**
   * Announces a change of something that pages display. On commit, every node drops the affected pages. `owner` is the owner of the
   * document or article: pages of other users then stay cached.
   */
  changed: (what: ChangeSubject, id?: string | number, owner?: number) => Promise<void>
  /**
   * Announces that groups, permissions or punishments have changed, or the list of sensitive words. On commit, every process reloads them.
   */
  announce: (what: "rights" | "words") => Promise<void>
  /** Notifies users of something that concerns them, in the transaction of the event. */
  notify: (notices: readonly UserNotice[]) => Promise<void>
  /** Sets the answer's session cookie: a token, or null to clear it; `device` identifies the browser in later logins. */
  setSession: (token: string | null, device?: string) => void
  /** Sets the answer's cookie of a browser that has opened a share link. */
  setVisitor: (visitor: string) => void
}

/** The part of the context that reads and writes rows, even without an application. */
export type DbCtx = { db: Db }

export type LoggedIn = Ctx<CurrentUser>

/**
 * A notice to a user. `by`: the user who caused it, 0 = the site; users are not notified of their own actions. `subject`: the document (0)
 * or article (1) that it is about; its title is read when the notification is shown.
 */
export type UserNotice = {
  kind: NotificationKind
  user_id: number
  by: number
  subject?: { type: number; document_id: number }
  data?: NotificationData
}
/** Stores notices in the transaction of their event. */
export type StoreNotices = (ctx: Ctx, notices: readonly UserNotice[]) => Promise<void>

/** The action of a module in the transaction that changes settings with the guard `safety`; gets their labels. */
export type NoteSafety = (ctx: LoggedIn, labels: readonly string[]) => Promise<void>

type Caller<U extends CurrentUser | null> = {
  user?: U
  request?: Partial<RequestInfo>
  setSession?: Ctx["setSession"]
  setVisitor?: Ctx["setVisitor"]
}
type PendingEvent = { [T in keyof Events]: { topic: T; event: Events[T] } }["changed" | "rights" | "words"]

/** Builds a context with the application's database connection. Jobs and the first start use it without a user. */
export const createCtx = <U extends CurrentUser | null = null>(app: Services, caller: Caller<U> = {}): Ctx<U> => {
  const request = { id: "", ip: "", user_agent: "", token: "", ...caller.request }
  const user = (caller.user ?? null) as U
  const emit = ({ topic, event }: PendingEvent) => app.events.emit(topic, event)
  /** `pendingEvents` collects the events that a transaction announces; null outside a transaction. */
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
        // other processes are notified by PostgreSQL; this process must not answer its next request with stale data
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
      notify: async (notices) => {
        if (notices.length) for (const store of app.notified) await store(ctx, notices)
      },
      setSession: caller.setSession ?? (() => undefined),
      setVisitor: caller.setVisitor ?? (() => undefined),
    }
    return ctx
  }
  return over(app.database.db, null)
}
