import type { ClientConfig } from "pg"
import { createCtx, type Ports, type Services } from "./context"
import type { ChangeSubject } from "./db/change-log"
import { openDatabase } from "./db/client"
import { listenForEvents } from "./db/events"
import { sessionOf, type SiteConnection } from "./db/site-connection"
import type { Standby } from "./db/standby"
import { freeBytes } from "./ports/storage/free-space"
import { createAnswers, type Answers } from "./wire/answers"
import { createDispatch, type Dispatch } from "./wire/dispatch"
import { createGuesses, type GuessLimits } from "./security/guesses"
import type { Hashing } from "./security/hashing-threads"
import { createPasswords, type PasswordCost, type PasswordQueue } from "./security/password"
import {
  type Address,
  type StreamEndpoint,
  type Job,
  addressesOf,
  endpointsOf,
  followersOf,
  jobsOf,
  personalOf,
  notifiedOf,
  safetyNotesOf,
  routesOf,
  sweepsOf,
} from "./module"
import { createMetrics, type Metrics } from "./wire/metrics"
import { createPageImages } from "./modules/library/reading/page-images.http"
import { createRateLimits } from "./security/rate-limits"
import { boundPorts } from "./wire/bounded-ports"
import { openQueue } from "./jobs/queue"
import { modules } from "./modules"
import { readLedgerState } from "./modules/money/ledger/checkpoint.usecases"
import { forgetSettings } from "./modules/site/settings/settings.usecases"
import { forgetWords } from "./modules/community/sensitive-word/word-list.usecases"
import { createPageAccess } from "./modules/library/document/page-access.policy"
import { createConversions } from "./modules/library/document/conversion-turns.usecases"
import { createWantedPages } from "./ports/converter/wanted-pages"
import { createSessions } from "./modules/people/session/session.usecases"

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

export type AppOptions = Ports &
  Pick<Services, "version" | "dataDir" | "secret" | "log" | "backups"> & {
    changelog?: string
    samples?: string
    connection: SiteConnection
    /** closed with the application */
    standby?: Standby
    /** connections of the job queue; those of requests are `connection.max` */
    queueConnections?: number
    slowQueryMs?: number
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
    /** how many hashes are computed at once and wait; tests allow more to wait */
    passwordQueue?: PasswordQueue
    /** where hashes are computed; by default in the thread pool of this process */
    hashing?: Hashing
    /** called when an outside service is used inside a transaction; by default that is logged */
    onNetworkInTransaction?: (call: string) => void
  }

export const createApp = async (options: AppOptions): Promise<App> => {
  const { log } = options
  const jobs = jobsOf(modules)
  const database = openDatabase(options.connection, (error) => log.warn({ error: String(error) }, "数据库连接断开"), {
    ms: options.slowQueryMs ?? 1_000,
    report: (statement, ms) => log.warn({ statement, ms }, "数据库语句太慢"),
  })
  const events = await listenForEvents(sessionOf(options.connection) as ClientConfig, (message, fields) => log.warn(fields ?? {}, message))
  const queue = await openQueue({ ...options.connection, max: options.queueConnections ?? 4 }, jobs, log)
  const stopListeners = new Set<() => unknown>()
  let isStopping = false
  const stopping = () => isStopping
  const wantedPages = createWantedPages()
  const processName = String(sessionOf(options.connection).application_name ?? "")
  const metrics = createMetrics(
    () => readLedgerState(database.db, new Date()),
    () => database.pool,
  )
  const { ports } = boundPorts(options, {
    observe: (dependency, result, seconds) => metrics.dependencies.observe({ dependency, result }, seconds),
    onNetworkInTransaction:
      options.onNetworkInTransaction ?? ((call) => log.error({ err: new Error(call) }, "在数据库事务里等外部服务，请报告这个错误")),
  })
  const base = { ...options, ...ports, now: options.now ?? (() => new Date()), database, events, queue }
  const standby = options.standby ?? null
  standby?.follow(database.pool)
  const services: Services & { answers: Answers } = {
    ...base,
    standby,
    changelog: options.changelog ?? "",
    samples: options.samples ?? "",
    freeSpace: options.freeSpace ?? (() => freeBytes(options.dataDir)),
    sessions: createSessions(base),
    pageAccess: createPageAccess(),
    pageImages: createPageImages(ports.storage, options.imageMegabytes ?? 64),
    answers: createAnswers(options.answerMegabytes ?? 0),
    wantedPages,
    processName,
    conversions: createConversions({
      database,
      log,
      wantedPages,
      stopping,
      processName,
      onEnd: (seconds) => metrics.conversionSeconds.observe(seconds),
    }),
    admit: createRateLimits(database.pool, options.limitScale),
    guesses: createGuesses(database.pool, options.guessLimits),
    passwords: createPasswords(options.passwordCost, options.passwordQueue, options.hashing),
    followers: followersOf(modules),
    personal: personalOf(modules),
    safetyNotes: safetyNotesOf(modules),
    sweeps: sweepsOf(modules),
    notified: notifiedOf(modules),
    stopping,
    onStop: (listener) => {
      stopListeners.add(listener)
      return () => void stopListeners.delete(listener)
    },
  }
  const rest = async (seconds: number) => {
    isStopping = true
    await Promise.all([...stopListeners].map((listener) => listener()))
    services.conversions.stop()
    await services.converter.close()
    await queue.rest(seconds)
  }
  events.on("changed", ({ what, id }) => {
    standby?.behind()
    // rendered pages are announced many times a second, and each change only one document
    if (what === "progress") services.answers.forget(id)
    else services.answers.clear()
    if (what === "settings" || what === "*") forgetSettings(services)
    if (what === "*") forgetWords(services)
    if (hidesPages.has(what)) services.pageAccess.forget(id)
  })
  events.on("wanted", ({ uuid, page }) => {
    void wantedPages.wait(uuid, page, wantedMs)
    void services.conversions.look()
  })
  events.on("queued", () => void services.conversions.look())
  events.on("words", () => forgetWords(services))
  events.on("session", ({ jti }) => services.sessions.forget(jti))
  events.on("rights", () => {
    standby?.behind()
    services.answers.clear()
    services.sessions.forgetAll()
  })
  // the same object and not a copy, because modules key their caches by the services that `ctx.app` holds
  return Object.assign(services, {
    metrics,
    dispatch: createDispatch(services, services.admit, routesOf(modules)),
    streams: endpointsOf(modules),
    addresses: addressesOf(modules),
    startWorkers: (concurrency: number) => {
      services.conversions.open(concurrency)
      const run = (job: Job, payloads: readonly [object, ...object[]], signal: AbortSignal) =>
        runJob(services, metrics, { job, payloads, signal })
      return queue.work(jobs, run, { CONVERT_CONCURRENCY: concurrency })
    },
    rest,
    stop: async (seconds: number) => {
      if (!isStopping) await rest(seconds)
      await queue.stop(seconds)
      await options.hashing?.close()
      await services.sanitizer.close()
      await services.structure.close()
      await services.matcher.close()
      await services.search.close()
      await events.close()
      await standby?.close()
      await database.close()
    },
  })
}

/** Changes after which the access to page images is decided anew. */
const hidesPages: ReadonlySet<ChangeSubject> = new Set(["document", "progress", "arrived", "images", "*"])

/** How long a requested page stays at the head of the queue (ms); clients repeat their request. */
const wantedMs = 3_000

type JobRun = { job: Job; payloads: readonly [object, ...object[]]; signal: AbortSignal }

const runJob = async (services: Services, metrics: Metrics, { job, payloads, signal }: JobRun) => {
  const [payload, ...others] = payloads
  const log = services.log.child({ job: job.name, ...(others.length > 0 ? { batch: payloads.length } : payload) })
  metrics.running.inc({ job: job.name })
  const end = metrics.jobSeconds.startTimer({ job: job.name })
  try {
    const ctx = createCtx(services)
    await (others.length > 0 && job.batch ? job.batch.run(ctx, payloads, signal) : job.run(ctx, payload, signal))
    metrics.jobs.inc({ job: job.name, result: "done" }, payloads.length)
  } catch (error) {
    metrics.jobs.inc({ job: job.name, result: "failed" })
    log.error({ err: error }, "任务失败")
    throw error
  } finally {
    metrics.running.dec({ job: job.name })
    end()
  }
}
