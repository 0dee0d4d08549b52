import type { ClientConfig, PoolConfig } from "pg"
import type { CurrentUser } from "./context"
import { createCtx } from "./context"
import { openDatabase, type DatabaseHandle } from "./db/client"
import { listenForEvents, type EventBus } from "./db/events"
import { createDispatch, type Dispatch } from "./http/dispatch"
import { createGuesses, type GuessLimits, type Guesses } from "./http/guesses"
import { createMetrics, type Metrics } from "./http/metrics"
import { createPageImages } from "./http/page-images"
import { createRateLimits, type Admit } from "./http/rate-limits"
import type { Job } from "./jobs/job"
import { openQueue, type Queue } from "./jobs/queue"
import type { Log } from "./log"
import { jobs, modules } from "./modules"
import { forgetSettings } from "./modules/config/config.usecases"
import { createPageAccess } from "./modules/document/page-access"
import { createWaiting, type Waiting } from "./modules/document/waiting"
import { createSessions, type Sessions } from "./modules/user/session.usecases"
import type { CaptchaPort } from "./ports/captcha/captcha.port"
import type { ConverterPort } from "./ports/converter/converter.port"
import type { MailPort } from "./ports/mail/mail.port"
import type { Oauth } from "./ports/oauth/create-oauth"
import type { SmsPort } from "./ports/sms/sms.port"
import type { StoragePort } from "./ports/storage/storage.port"

/** Everything the back end is made of, built once by `createApp`; tests hand in fakes and their own clock. */
export type App = {
  version: string
  /** the folder of this machine for files on their way */
  dataDir: string
  secret: Uint8Array
  log: Log
  metrics: Metrics
  now: () => Date
  database: DatabaseHandle
  events: EventBus
  queue: Queue
  storage: StoragePort
  converter: ConverterPort
  mail: MailPort
  sms: SmsPort
  oauth: Oauth
  captcha: CaptchaPort
  sessions: Sessions
  findSessionUser: (token: string) => Promise<CurrentUser | null>
  pageAccess: ReturnType<typeof createPageAccess>
  pageImages: ReturnType<typeof createPageImages>
  waiting: Waiting
  admit: Admit
  guesses: Guesses
  dispatch: Dispatch
  stopping: () => boolean
  /** Runs when the process begins to stop, which waits for it; the answer takes the listener away. */
  onStop: (listener: () => unknown) => () => void
  startWorkers: (concurrency: number) => Promise<void>
  /** Ends streams and conversions and takes no more jobs; requests are still answered. Running jobs get at most `seconds`. */
  rest: (seconds: number) => Promise<void>
  /** The same, and closes every connection. */
  stop: (seconds: number) => Promise<void>
}

export type AppOptions = {
  version: string
  connection: PoolConfig
  dataDir: string
  secret: Uint8Array
  log: Log
  storage: StoragePort
  converter: ConverterPort
  mail: MailPort
  sms: SmsPort
  oauth: Oauth
  captcha: CaptchaPort
  imageMegabytes?: number
  now?: () => Date
  /** multiplies every rate limit; tests that are not about limits raise it */
  limitScale?: number
  /** how many wrong passwords are looked at; tests hand in fewer */
  guessLimits?: Partial<GuessLimits>
}

export const createApp = async (options: AppOptions): Promise<App> => {
  const { log } = options
  const database = openDatabase(options.connection, (error) => log.warn({ error: String(error) }, "数据库连接断开"))
  const events = await listenForEvents(options.connection as ClientConfig, (message, fields) => log.warn(fields ?? {}, message))
  const queue = await openQueue(options.connection, jobs, log)
  const listeners = new Set<() => unknown>()
  let stopping = false
  const base = { ...options, now: options.now ?? (() => new Date()), metrics: createMetrics(), database, events, queue }
  const sessions = createSessions(base)
  const app: App = {
    ...base,
    sessions,
    findSessionUser: (token) => sessions.find(token),
    pageAccess: createPageAccess(() => app),
    pageImages: createPageImages(options.storage, options.imageMegabytes ?? 64),
    waiting: createWaiting(),
    admit: createRateLimits(database.pool, options.limitScale),
    guesses: createGuesses(database.pool, options.guessLimits),
    dispatch: async () => ({ ok: false, status: 503, body: { code: 14, message: "服务正在启动，请稍后再试" }, internal: false }),
    stopping: () => stopping,
    onStop: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    startWorkers: (concurrency) =>
      queue.work(jobs, (job, payload, signal) => runJob(app, job, payload, signal), { CONVERT_CONCURRENCY: concurrency }),
    rest: async (seconds) => {
      stopping = true
      await Promise.all([...listeners].map((listener) => listener()))
      await app.converter.close()
      await queue.rest(seconds)
    },
    stop: async (seconds) => {
      if (!stopping) await app.rest(seconds)
      await queue.stop(seconds)
      await events.close()
      await database.close()
    },
  }
  app.dispatch = createDispatch(app, modules)
  events.on("changed", ({ what, id }) => {
    if (what === "settings" || what === "*") forgetSettings(app)
    if (what === "document" || what === "progress" || what === "arrived" || what === "*") app.pageAccess.forget(id)
  })
  events.on("wanted", ({ uuid, page }) => void app.waiting.wait(uuid, page, wantedMs))
  events.on("session", ({ jti }) => sessions.forget(jti))
  events.on("rights", () => sessions.forgetAll())
  return app
}

/** A page that is asked for is drawn next for this long; who still waits asks again. */
const wantedMs = 3_000

const runJob = async (app: App, job: Job, payload: object, signal: AbortSignal) => {
  const log = app.log.child({ job: job.name, ...payload })
  app.metrics.running.inc({ job: job.name })
  try {
    await job.run(createCtx(app), payload, signal)
    app.metrics.jobs.inc({ job: job.name, result: "done" })
  } catch (error) {
    app.metrics.jobs.inc({ job: job.name, result: "failed" })
    log.error({ err: error }, "任务失败")
    throw error
  } finally {
    app.metrics.running.dec({ job: job.name })
  }
}
