import type { ClientConfig, PoolConfig } from "pg"
import { createCtx, type Services } from "./context"
import { openDatabase } from "./db/client"
import { listenForEvents } from "./db/events"
import { freeBytes } from "./ports/storage/free-space"
import { createAnswers, type Answers } from "./wire/answers"
import { createDispatch, type Dispatch } from "./wire/dispatch"
import { createGuesses, type GuessLimits } from "./security/guesses"
import { createPasswords, type PasswordCost } from "./security/password"
import {
  type Address,
  type StreamEndpoint,
  type Job,
  addressesOf,
  endpointsOf,
  followersOf,
  jobsOf,
  personalOf,
  routesOf,
  sweepsOf,
} from "./module"
import { createMetrics, type Metrics } from "./wire/metrics"
import { createPageImages } from "./modules/library/reading/page-images.http"
import { createRateLimits } from "./security/rate-limits"
import { openQueue } from "./jobs/queue"
import type { Log } from "./security/log"
import { modules } from "./modules"
import { checkLedger } from "./modules/money/ledger/checking.usecases"
import { forgetSettings } from "./modules/site/settings/settings.usecases"
import { createPageAccess } from "./modules/library/document/page-access.policy"
import { createConversions } from "./modules/library/document/conversion-turns.usecases"
import { createWantedPages } from "./ports/converter/wanted-pages"
import { createSessions } from "./modules/people/session/session.usecases"
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

/** The back end, built once by `createApp`. Tests inject fakes and a clock. */
export type App = Services & {
  answers: Answers
  metrics: Metrics
  dispatch: Dispatch
  streams: readonly StreamEndpoint[]
  addresses: readonly Address[]
  startWorkers: (concurrency: number) => Promise<void>
  /** Shuts down streams and conversions and accepts no more jobs, but still answers requests. Running jobs get at most `seconds`. */
  rest: (seconds: number) => Promise<void>
  /** Does the same, and closes every connection. */
  stop: (seconds: number) => Promise<void>
}

export type AppOptions = {
  version: string
  changelog?: string
  connection: PoolConfig
  dataDir: string
  secret: Uint8Array
  log: Log
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
  search: SearchPort
  web: WebPort
  webhooks: WebhookPort
  pageReader: PageReader
  imageMegabytes?: number
  /** cache size for answers that are the same for every visitor; no cache by default */
  answerMegabytes?: number
  now?: () => Date
  /** free bytes in `dataDir`; tests inject their own number */
  freeSpace?: () => Promise<number>
  /** multiplies every rate limit; tests that are not about limits raise it */
  limitScale?: number
  /** how many wrong passwords are allowed; tests inject lower limits */
  guessLimits?: Partial<GuessLimits>
  /** the cost of password hashing; tests inject a lower one */
  passwordCost?: PasswordCost
}

export const createApp = async (options: AppOptions): Promise<App> => {
  const { log } = options
  const jobs = jobsOf(modules)
  const database = openDatabase(options.connection, (error) => log.warn({ error: String(error) }, "数据库连接断开"))
  const events = await listenForEvents(options.connection as ClientConfig, (message, fields) => log.warn(fields ?? {}, message))
  const queue = await openQueue(options.connection, jobs, log)
  const listeners = new Set<() => unknown>()
  let stopping = false
  const base = {
    ...options,
    now: options.now ?? (() => new Date()),
    changelog: options.changelog ?? "",
    metrics: createMetrics(() => checkLedger(database.db)),
    database,
    events,
    queue,
  }
  const freeSpace = options.freeSpace ?? (() => freeBytes(options.dataDir))
  const sessions = createSessions(base)
  const app: App = {
    ...base,
    freeSpace,
    sessions,
    pageAccess: createPageAccess(() => app),
    pageImages: createPageImages(options.storage, options.imageMegabytes ?? 64),
    answers: createAnswers(options.answerMegabytes ?? 0),
    wantedPages: createWantedPages(),
    conversions: createConversions(() => app),
    admit: createRateLimits(database.pool, options.limitScale),
    guesses: createGuesses(database.pool, options.guessLimits),
    passwords: createPasswords(options.passwordCost),
    dispatch: (key, input, request) => dispatch(key, input, request),
    streams: endpointsOf(modules),
    addresses: addressesOf(modules),
    followers: followersOf(modules),
    personal: personalOf(modules),
    sweeps: sweepsOf(modules),
    stopping: () => stopping,
    onStop: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    startWorkers: (concurrency) => {
      app.conversions.open(concurrency)
      return queue.work(jobs, (job, payload, signal) => runJob(app, job, payload, signal), { CONVERT_CONCURRENCY: concurrency })
    },
    rest: async (seconds) => {
      stopping = true
      await Promise.all([...listeners].map((listener) => listener()))
      app.conversions.stop()
      await app.converter.close()
      await queue.rest(seconds)
    },
    stop: async (seconds) => {
      if (!stopping) await app.rest(seconds)
      await queue.stop(seconds)
      await app.sanitizer.close()
      await app.structure.close()
      await app.search.close()
      await events.close()
      await database.close()
    },
  }
  const dispatch = createDispatch(app, app.admit, routesOf(modules))
  events.on("changed", ({ what, id }) => {
    // rendered pages are announced many times a second, and each change only one document
    if (what === "progress") app.answers.forget(id)
    else app.answers.clear()
    if (what === "settings" || what === "*") forgetSettings(app)
    if (what === "document" || what === "progress" || what === "arrived" || what === "*") app.pageAccess.forget(id)
  })
  events.on("wanted", ({ uuid, page }) => {
    void app.wantedPages.wait(uuid, page, wantedMs)
    void app.conversions.look()
  })
  events.on("queued", () => void app.conversions.look())
  events.on("session", ({ jti }) => sessions.forget(jti))
  events.on("rights", () => {
    app.answers.clear()
    sessions.forgetAll()
  })
  return app
}

/** How long a requested page stays at the head of the queue (ms); clients repeat their request. */
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
