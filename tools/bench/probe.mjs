// Requests a few addresses of a site in turn, one at a time, and reports how long each answer took. Runs in a separate process, because
// uploads and waiting must not share an event loop with the clock.
import { fork } from "node:child_process"
import { Agent, request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { atEnd } from "./cleanup.mjs"

const self = fileURLToPath(import.meta.url)
/** Pause between two requests (ms): short enough to notice short delays, long enough not to add load. */
const betweenMs = 10

/** Starts the requests. The returned function stops them and returns the milliseconds by target and the number of wrong answers. */
export function startProbe(targets) {
  const child = fork(self, ["--probe"], { stdio: ["ignore", "inherit", "inherit", "ipc"] })
  const end = atEnd(() => {
    if (child.connected) child.disconnect()
  })
  const result = new Promise((done, refuse) => {
    child.once("message", done)
    child.once("exit", () => refuse(new Error("量时间的进程意外退出")))
  })
  result.catch(() => undefined)
  child.send({ targets })
  return async () => {
    child.send({ stop: true })
    return result.finally(end)
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function timed({ url, headers }) {
  return new Promise((done) => {
    const started = performance.now()
    const finish = (status) => done({ status, ms: performance.now() - started })
    const clientRequest = request(url, { headers, agent }, (reply) => {
      reply.on("end", () => finish(reply.statusCode)).on("error", () => finish(0))
      reply.resume()
    })
    clientRequest.on("error", () => finish(0)).end()
  })
}

async function work(targets, running) {
  const times = Object.fromEntries(targets.map(({ name }) => [name, []]))
  let wrong = 0
  while (running()) {
    for (const target of targets) {
      const { status, ms } = await timed(target)
      if (status === 200) times[target.name].push(ms)
      else wrong += 1
      await pause(betweenMs)
    }
  }
  return { times, wrong }
}

if (process.argv[2] === "--probe") {
  let running = true
  process.on("SIGINT", () => undefined)
  process.on("disconnect", () => process.exit(0))
  process.on("message", ({ targets, stop }) => {
    if (stop) running = false
    else void work(targets, () => running).then((reply) => process.send?.(reply))
  })
}
