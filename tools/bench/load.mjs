// Generates the load in a separate process, so that it shares an event loop with neither the clock nor the server.
import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { atEnd } from "./cleanup.mjs"

const self = fileURLToPath(import.meta.url)

/** Starts the load process. `run` performs one measurement at a time. */
export function startLoad() {
  const child = fork(self, ["--load"], { stdio: ["ignore", "inherit", "inherit", "ipc"] })
  const ended = new Promise((done) => child.once("exit", done))
  const stop = atEnd(() => {
    if (child.connected) child.disconnect()
    return ended
  })
  const run = (job) =>
    new Promise((done, refuse) => {
      const gone = () => refuse(new Error("发压的进程意外退出"))
      child.once("exit", gone)
      child.once("message", (message) => {
        const reply = /** @type {{ error?: string }} */ (message)
        child.off("exit", gone)
        if (reply.error) refuse(new Error(reply.error))
        else done(reply)
      })
      child.send(job)
    })
  return { run, stop }
}

/**
 * Stops autocannon from decoding every body as UTF-8, which nothing here reads. Decoding compressed bytes costs ten times what the server
 * needs to send them (1,200 instead of 14,000 page images a second), so the benchmark would measure autocannon's limit.
 */
function ignoreBodies(client) {
  client.pipelinedRequests.addBody = () => undefined
}

/**
 * Returns the requests in turn, each from a different visitor where the server trusts the header, so that limits per visitor do not affect
 * the measurement.
 */
const inTurn = (paths, headers) =>
  paths.map((path, n) => ({ method: "GET", path, headers: { ...headers, "x-forwarded-for": `11.${n >> 8}.${n & 255}.1` } }))

/** Gives every connection its share of the paths. Each path is requested once. */
const sharedOut = (paths, headers, most) => {
  const all = inTurn(paths, headers)
  const connections = Math.min(most, paths.length)
  let n = 0
  return {
    amount: paths.length,
    connections,
    setupClient: (client) => {
      ignoreBodies(client)
      const mine = n++
      client.setRequests(all.filter((_, at) => at % connections === mine))
    },
  }
}

/** Requests `paths` in turn, for `seconds` or `once`. Without `paths`, requests only `url`. */
async function work({ url, paths, headers, seconds, connections, status, once = false }) {
  const { default: autocannon } = await import("autocannon")
  // includeErrorStats: some rows expect a 304, whose bytes also count.
  const running = autocannon({
    url,
    headers,
    timeout: 20,
    includeErrorStats: true,
    ...(once
      ? sharedOut(paths, headers, connections)
      : { connections, duration: seconds, setupClient: ignoreBodies, ...(paths && { requests: inTurn(paths, headers) }) }),
  })
  const times = []
  const begun = performance.now()
  let last = begun
  running.on("response", (_client, _status, _bytes, ms) => {
    times.push(ms)
    last = performance.now()
  })
  const result = await running
  const all = Object.values(result.statusCodeStats ?? {}).reduce((sum, { count }) => sum + count, 0)
  const right = result.statusCodeStats?.[status]?.count ?? 0
  const sorted = Float64Array.from(times).sort()
  // autocannon's own histogram has a resolution of whole milliseconds.
  const percentile = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
  return {
    requests: all,
    // until the last answer: autocannon checks only once a second whether all have arrived
    perSecond: once ? (all * 1000) / (last - begun) : all / result.duration,
    p50: percentile(0.5),
    p99: percentile(0.99),
    wrong: all - right + result.errors,
    bytes: all > 0 ? result.throughput.total / all : null,
  }
}

if (process.argv[2] === "--load") {
  // Ctrl+C in a terminal reaches the whole process group. The parent ends this process.
  process.on("SIGINT", () => undefined)
  process.on("disconnect", () => process.exit(0))
  process.on(
    "message",
    (job) =>
      void work(/** @type {Parameters<typeof work>[0]} */ (job)).then(
        (reply) => process.send?.(reply),
        (error) => process.send?.({ error: error.message }),
      ),
  )
}
