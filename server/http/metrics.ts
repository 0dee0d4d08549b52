import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client"

/** The metrics of `/metrics`, one registry per process. */
export const createMetrics = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Histogram({
      name: "http_request_seconds",
      help: "duration of requests",
      labelNames: ["kind", "status"],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
    pages: new Counter({ name: "page_cache_total", help: "answers of the page cache", labelNames: ["result"], registers: [registry] }),
    jobs: new Counter({ name: "jobs_total", help: "finished runs of jobs", labelNames: ["job", "result"], registers: [registry] }),
    running: new Gauge({ name: "jobs_running", help: "jobs that run now", labelNames: ["job"], registers: [registry] }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
