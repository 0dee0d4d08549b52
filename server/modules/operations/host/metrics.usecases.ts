import { AggregatorRegistry, Gauge, Registry } from "prom-client"
import type { Services } from "@/server/context"
import { backupAges, countJobs, countWaiting, listMetrics, removeMetrics, saveMetrics, sweepProcesses } from "./metrics.repository"

/** The registries of a process (`server/wire/metrics.ts`). */
type App = Services & { metrics: { registry: Registry; site: Registry } }

/** How often a process stores its numbers (ms). */
const publishMs = 15_000

/**
 * Writes the numbers of this process where `/metrics` of every other process finds them: with several processes, each request may reach
 * another one. Returns a function that ends this and removes them.
 */
export const publishMetrics = (app: App): (() => Promise<void>) => {
  const { db } = app.database
  const name = app.processName
  const mode = /^doujia (\w+)/.exec(name)?.[1] ?? ""
  const save = async () => {
    await saveMetrics(db, { name, mode, metrics: await app.metrics.registry.getMetricsAsJSON() })
  }
  let running: Promise<void> = Promise.resolve()
  const run = () => (running = running.then(save).catch(() => undefined))
  const timer = setInterval(() => void run(), publishMs).unref()
  void run()
  return async () => {
    clearInterval(timer)
    await running
    await removeMetrics(db, name).catch(() => undefined)
  }
}

const gaugeIn = (registry: Registry) => (name: string, help: string, values: [labels: Record<string, string>, value: number][]) => {
  const gauge = new Gauge({ name, help, labelNames: Object.keys(values[0]?.[0] ?? {}), registers: [registry] })
  for (const [labels, value] of values) gauge.set(labels, value)
}

/** Reads the numbers that exist once for the site. */
const readSite = async (app: App): Promise<Registry> => {
  const { db } = app.database
  const registry = new Registry()
  const add = gaugeIn(registry)
  const [jobs, waiting, ages, free] = await Promise.all([countJobs(db), countWaiting(db), backupAges(db), app.freeSpace()])
  add(
    "queue_jobs",
    "jobs by kind and state",
    jobs.map(({ job, state, count }) => [{ job, state }, count]),
  )
  add(
    "queue_oldest_seconds",
    "age of the oldest job that is due, by kind",
    jobs.filter(({ state }) => state === "waiting").map(({ job, age }) => [{ job }, age]),
  )
  add("conversions_waiting", "documents that wait for their conversion or are in it", [[{}, waiting.conversions]])
  add("conversions_oldest_seconds", "age of the oldest of them", [[{}, waiting.conversion_age]])
  add("conversions_failed", "documents whose conversion failed", [[{}, waiting.conversions_failed]])
  add("payments_waiting", "orders that wait for their payment", [[{}, waiting.payments]])
  add("payments_oldest_seconds", "age of the oldest of them", [[{}, waiting.payment_age]])
  add("disk_free_bytes", "free bytes of the data folder's disk", [[{}, free]])
  if (ages.backup !== null) add("backup_age_seconds", "age of the newest backup", [[{}, ages.backup]])
  if (ages.verify !== null) add("backup_proven_age_seconds", "age of the newest backup that was restored as a proof", [[{}, ages.verify]])
  return registry
}

/** Returns the metrics of all processes together, and of the site, in Prometheus's text format. Without the database: of this process. */
export const readMetrics = async (app: App): Promise<string> => {
  const numbers = await app.metrics.registry.getMetricsAsJSON()
  const others = await listMetrics(app.database.db).catch(() => null)
  if (others === null) return `${await app.metrics.registry.metrics()}\ndatabase_up 0\n`
  await sweepProcesses(app.database.db)
  const all = [numbers, ...others.filter(({ name }) => name !== app.processName).map(({ metrics }) => metrics)]
  const together = AggregatorRegistry.aggregate(all)
  const site = await readSite(app)
  const processes = new Map<string, number>()
  for (const { mode } of others) processes.set(mode, (processes.get(mode) ?? 0) + 1)
  gaugeIn(site)(
    "processes",
    "running processes by mode",
    [...processes].map(([mode, count]) => [{ mode }, count]),
  )
  const texts = await Promise.all([together.metrics(), site.metrics(), app.metrics.site.metrics()])
  return `${texts.map((text) => text.trim()).join("\n")}\ndatabase_up 1\n`
}
