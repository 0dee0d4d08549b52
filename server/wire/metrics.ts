import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client"

/** The sum of the ledger's entries and the number of inconsistencies: both are 0 in a consistent ledger. */
type LedgerState = { sum: bigint; faults: number }

/**
 * These two metrics are the results of the last check, which one process makes; they are read once a minute, regardless of how often they
 * are requested.
 */
const addLedger = (registry: Registry, read: () => Promise<LedgerState>): void => {
  let last: { until: number; state: Promise<LedgerState> } | null = null
  const state = (): Promise<LedgerState> => {
    if (!last || last.until <= Date.now()) {
      const reading = { until: Date.now() + 60_000, state: read() }
      reading.state.catch(() => (last = null))
      last = reading
    }
    return last.state
  }
  const gauge = (name: string, help: string, valueOf: (state: LedgerState) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await state().then(valueOf, () => Number.NaN))
      },
    })
  gauge("ledger_sum", "sum of all movements of credits; 0 unless the ledger is broken", ({ sum }) => Number(sum))
  gauge("ledger_faults", "what does not fit in the ledger; `npm run ledger -- check` names it", ({ faults }) => faults)
}

type PoolSize = { totalCount: number; idleCount: number; waitingCount: number }

/**
 * Creates the metrics of `/metrics`: `registry` of this process, which are added up over all processes, and `site`, which exist once.
 * `readLedger` checks the movements of credits.
 */
export const createMetrics = (readLedger?: () => Promise<LedgerState>, pool?: () => PoolSize) => {
  const [registry, site] = [new Registry(), new Registry()]
  if (readLedger) addLedger(site, readLedger)
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: "database_connections",
    help: "connections of the requests' pool; waiting: requests without one",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      if (!pool) return
      const { totalCount, idleCount, waitingCount } = pool()
      this.set({ state: "used" }, totalCount - idleCount)
      this.set({ state: "idle" }, idleCount)
      this.set({ state: "waiting" }, waitingCount)
    },
  })
  return {
    registry,
    site,
    jobSeconds: new Histogram({
      name: "job_seconds",
      help: "duration of jobs",
      labelNames: ["job"],
      buckets: [0.1, 1, 10, 60, 600],
      registers: [registry],
    }),
    conversionSeconds: new Histogram({
      name: "conversion_seconds",
      help: "duration of conversions from the claim to the end, waiting for turns included",
      buckets: [1, 3, 10, 30, 120, 600, 3_600],
      registers: [registry],
    }),
    requests: new Histogram({
      name: "http_request_seconds",
      help: "duration of requests",
      labelNames: ["kind", "status"],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
    dependencies: new Histogram({
      name: "dependency_seconds",
      help: "duration of calls of outside services; result: ok, error, silent (no answer), refused (too many wait)",
      labelNames: ["dependency", "result"],
      buckets: [0.01, 0.05, 0.2, 1, 5, 20],
      registers: [registry],
    }),
    pages: new Counter({ name: "page_cache_total", help: "answers of the page cache", labelNames: ["result"], registers: [registry] }),
    jobs: new Counter({ name: "jobs_total", help: "finished runs of jobs", labelNames: ["job", "result"], registers: [registry] }),
    running: new Gauge({ name: "jobs_running", help: "jobs that run now", labelNames: ["job"], registers: [registry] }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
