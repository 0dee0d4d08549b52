import { isDeepStrictEqual } from "node:util"
import { sql } from "drizzle-orm"
import { fromDrizzle, PgBoss } from "pg-boss"
import { Client, type PoolConfig } from "pg"
import type { Db } from "../db/client"
import { isPooled, sessionOf, type SiteConnection } from "../db/site-connection"
import { installHold } from "./pauses"
import { recordOf, type Log } from "@/server/security/log"

export type JobOptions = {
  /** At most one waiting job with this key. */
  key?: string
  /** A larger number runs first. */
  priority?: number
  startAfterSeconds?: number
}

/**
 * A job. Its payload holds ids only, and its handler must tolerate running twice. The queue never calls the handler itself: the code that
 * starts the workers does, and it knows the context `C` (`server/module.ts`).
 */
export type JobSpec<P extends object = object, C = never> = {
  name: string
  /** Seconds after which a run is aborted. */
  timeoutSeconds: number
  retries: number
  /** How many run concurrently in one process; a function if it is a setting of the process. */
  concurrency: number | ((env: { CONVERT_CONCURRENCY: number }) => number)
  /** Cron expression in Asia/Shanghai, for scheduled jobs. */
  every?: string
  run: (ctx: C, payload: P, signal: AbortSignal) => Promise<void>
  /** Runs several waiting jobs as one, at most `size`. If that fails, each of them runs alone, so that one cannot stop the others. */
  batch?: { size: number; run: (ctx: C, payloads: readonly P[], signal: AbortSignal) => Promise<void> }
}

/** Runs a job, or several of them as a batch. */
type Run<J> = (job: J, payloads: readonly [object, ...object[]], signal: AbortSignal) => Promise<void>

export type Queue = {
  /** The kinds of jobs of this version. */
  kinds: readonly Pick<JobSpec, "name" | "every">[]
  send<P extends object>(db: Db, job: JobSpec<P>, payload: P, options?: JobOptions): Promise<void>
  /** Starts the workers of this process. `run` calls every handler with its context. */
  work<J extends JobSpec>(jobs: J[], run: Run<J>, env: { CONVERT_CONCURRENCY: number }): Promise<void>
  /** Numbers of waiting, active and failed jobs by name, as the queue counted them within the last minutes. */
  state(): Promise<{ name: string; waiting: number; active: number; failed: number }[]>
  /** Takes no more jobs and waits at most `seconds` for running ones; jobs can still be sent. */
  rest(seconds: number): Promise<void>
  /** Does the same as `rest` and closes the connections. */
  stop(seconds: number): Promise<void>
}

/**
 * PostgreSQL notifies every process of a new job when its transaction commits. Every `lookMs`, one query over all queues finds jobs that
 * are due by the clock and jobs with a lost notification: if each worker polled for itself, an idle process would send dozens of statements
 * a second. The intervals (s) of the workers themselves are the last resort.
 */
type Polling = { pollingIntervalSeconds: number; notifyPollingIntervalSeconds: number; lookMs?: number }
const defaultPolling: Polling = { pollingIntervalSeconds: 60, notifyPollingIntervalSeconds: 300, lookMs: 3_000 }

/** Names of queues that have a job to run now and are not paused. */
const dueQueues = `select q.name from queue.queue q where exists
  (select 1 from queue.job j where j.name = q.name and j.state < 'active' and j.start_after <= now())
  and not exists (select from paused_job p where p.name = q.name)`

/** Opens pg-boss in the same PostgreSQL, so that a job is enqueued in the transaction of its change. `config.max`: its connections. */
export const openQueue = async (config: SiteConnection, jobs: JobSpec[], log: Log, polling: Polling = defaultPolling): Promise<Queue> => {
  const boss = new PgBoss({
    ...bossConfig(sessionOf(config)),
    ...(isPooled(config) ? { Client: pooledClient(config) } : {}),
    max: config.max ?? 4,
    schema: "queue",
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 15,
    // no job depends on another one
    flowIntervalSeconds: 3_600,
    monitorVacuum: false,
    useListenNotify: true,
  })
  boss.on("warning", ({ message, data }) => {
    if ((data as { type?: string }).type === "listen_notify_unavailable")
      log.warn({ warning: message }, "任务队列收不到数据库的通知，改为定时查看")
  })
  let stopped = false
  // its connections are told to close, and may be broken by a database that stops before they are
  boss.on("error", (error) => void (stopped || log.warn({ err: error }, "任务队列暂时不可用")))
  await boss.start()
  await installHold(boss)
  await register(boss, jobs)
  const workers = new Map<string, string[]>()
  let endWatch = () => undefined as void
  return {
    kinds: jobs.map(({ name, every }) => ({ name, every })),
    send: async (db, job, payload, options = {}) => {
      await boss.send(job.name, payload, {
        db: fromDrizzle(db, sql),
        singletonKey: options.key ?? null,
        priority: options.priority ?? 0,
        startAfter: options.startAfterSeconds ?? 0,
      } as Parameters<PgBoss["send"]>[2] & object)
    },
    work: async (list, run, env) => {
      for (const job of list) {
        const concurrency = typeof job.concurrency === "function" ? job.concurrency(env) : job.concurrency
        const started: string[] = []
        for (let worker = 0; worker < concurrency; worker += 1) started.push(await startWorker(boss, job, run, polling))
        workers.set(job.name, started)
      }
      if (polling.lookMs) endWatch = watchQueues(boss, workers, polling.lookMs)
    },
    state: async () =>
      (await boss.getQueues()).map(({ name, queuedCount, activeCount, failedCount }) => ({
        name,
        waiting: queuedCount,
        active: activeCount,
        failed: failedCount,
      })),
    rest: (seconds) => {
      endWatch()
      return boss.stop({ graceful: true, timeout: seconds * 1000, close: false })
    },
    stop: async (seconds) => {
      await boss.stop({ graceful: true, timeout: seconds * 1000, close: true })
      stopped = true
    },
  }
}

const tz = "Asia/Shanghai"

/** Creates queues and schedules. Existing ones are changed only where they differ: each change takes several milliseconds. */
const register = async (boss: PgBoss, jobs: JobSpec[]): Promise<void> => {
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()])
  for (const job of jobs) {
    const options = {
      retryLimit: job.retries,
      retryDelay: 2,
      retryBackoff: true,
      expireInSeconds: job.timeoutSeconds,
      heartbeatSeconds: 30,
      notify: true,
    }
    const queue = queues.find(({ name }) => name === job.name)
    if (!queue) await boss.createQueue(job.name, { policy: "short", ...options })
    else if (!isDeepStrictEqual({ ...queue, ...options }, queue)) await boss.updateQueue(job.name, options)
    const isScheduled = schedules.some(({ name, cron, timezone }) => name === job.name && cron === job.every && timezone === tz)
    if (job.every && !isScheduled) await boss.schedule(job.name, job.every, {}, { tz })
    if (!job.every && schedules.some(({ name }) => name === job.name)) await boss.unschedule(job.name)
  }
}

/**
 * SQLSTATE classes 21 (cardinality violation) and 22 (data exception): the statement cannot succeed with these values in any state of the
 * database.
 */
const valueError = /^2[12]/

/** Checks whether a job failed because of its input, so that every retry would fail too. Ports mark such errors as `permanent`. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error &&
  (("permanent" in error && error.permanent === true) ||
    ("code" in error && valueError.test(String(error.code))) ||
    isPermanent(error.cause))

/**
 * Starts a worker that fetches its next job at once instead of waiting for the polling interval. A job that fails for its input is not
 * retried: it ends as failed, with its error.
 */
const startWorker = async <J extends JobSpec>(
  boss: PgBoss,
  job: J,
  run: Run<J>,
  { pollingIntervalSeconds, notifyPollingIntervalSeconds }: Polling,
): Promise<string> => {
  const options = { pollingIntervalSeconds, notifyPollingIntervalSeconds, batchSize: job.batch?.size ?? 1, perJobResults: true } as const
  const worker = await boss.work<object, unknown, typeof options>(job.name, options, async (waiting) => {
    try {
      return await runWaiting(waiting, (payloads, signal) => run(job, payloads, signal))
    } finally {
      boss.notifyWorker(worker)
    }
  })
  return worker
}

type Waiting = { id: string; data: object; signal: AbortSignal }
type Result = { id: string; status: "completed" | "deadletter" | "failed"; output?: object }

/** After this many failures in a row, the other jobs of a batch fail without running: it is not due to one of them. */
const maxFailures = 3

const runWaiting = async (
  waiting: readonly Waiting[],
  run: (payloads: readonly [object, ...object[]], signal: AbortSignal) => Promise<void>,
): Promise<Result[]> => {
  const [first, ...others] = waiting
  if (!first) return []
  if (others.length > 0) {
    const signal = AbortSignal.any(waiting.map((one) => one.signal))
    const isDone = await run([first.data, ...others.map(({ data }) => data)], signal).then(
      () => true,
      () => false,
    )
    if (isDone) return waiting.map(({ id }) => ({ id, status: "completed" }))
  }
  const results: Result[] = []
  let [failures, last]: [number, unknown] = [0, null]
  for (const { id, data, signal } of waiting) {
    try {
      if (failures >= maxFailures) throw last
      await run([data], signal)
      failures = 0
      results.push({ id, status: "completed" })
    } catch (error) {
      // without a dead letter queue, "deadletter" only skips the retries
      results.push({ id, status: isPermanent(error) ? "deadletter" : "failed", output: recordOf(error) })
      if (!isPermanent(error)) [failures, last] = [failures + 1, error]
    }
  }
  return results
}

/** Wakes the workers of queues with jobs that are due. Returns a function that ends this. */
const watchQueues = (boss: PgBoss, workers: ReadonlyMap<string, string[]>, everyMs: number): (() => void) => {
  let looking = false
  const look = async () => {
    const { rows } = (await boss.getDb().executeSql(dueQueues)) as { rows: { name: string }[] }
    for (const { name } of rows) for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
  }
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    void look()
      .catch(() => undefined) // the database is unavailable; the next look finds the due jobs
      .finally(() => (looking = false))
  }, everyMs).unref()
  return () => clearInterval(timer)
}

/** pg-boss has one address: that of its listener. The connections of its pool go through the pooler; it names no statements. */
const pooledClient = (config: SiteConnection) =>
  class extends Client {
    constructor() {
      super(bossConfig(config))
    }
  }

const bossConfig = ({ connectionString, host, port, user, password, database, application_name }: PoolConfig) => ({
  ...(application_name ? { application_name } : {}),
  ...(connectionString ? { connectionString } : { host, port, user, database }),
  ...(password ? { password: password as string } : {}),
})
