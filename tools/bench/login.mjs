import { Agent, request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { say } from "../../scripts/lib/project.mjs"
import { temporaryFolder } from "./cleanup.mjs"
import { startLoad } from "./load.mjs"
import { startMeasured } from "./server.mjs"
import { browserHeaders } from "./site-targets.mjs"
import { formatNumber, goal, table } from "./table.mjs"

const loginsPerSecond = 50
const shareGoal = 0.8
const readyGoalMs = 2_000
/** Measurements with and without logins take turns, so that other load on the machine slows both equally. */
const rounds = 3

/** `npm run bench -- login`: measures cached pages and `/readyz` while 50 logins a second arrive from 50 networks. */
export async function measure({ seconds, connections, server: program }) {
  const load = startLoad()
  // the logins name their networks, as behind a proxy
  const server = await startMeasured({ folder: temporaryFolder(), server: program, env: { TRUSTED_PROXIES: "127.0.0.1" } })
  const pages = (length) => load.run({ url: `${server.url}/`, headers: browserHeaders, connections, status: 200, seconds: length })
  await pages(2)
  /** @type {number[]} */
  const quiet = []
  /** @type {number[]} */
  const busy = []
  /** @type {Record<string, number>} */
  const statuses = {}
  let slowest = 0
  for (let round = 1; round <= rounds; round++) {
    say(`第 ${round} 轮，共 ${rounds} 轮`)
    quiet.push((await pages(seconds)).perSecond)
    const flood = startFlood(server.url, statuses)
    // the queue of passwords is full from the third second on
    await pause(3_000)
    const watch = watchReady(server.url)
    busy.push((await pages(seconds)).perSecond)
    slowest = Math.max(slowest, await watch.stop())
    await flood.stop()
  }
  await server.stop()
  await load.stop()
  const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  const share = middle(busy) / middle(quiet)
  const counts = Object.entries(statuses).map(([status, count]) => [`登录答 ${status}`, formatNumber(count)])
  console.log(
    `\n${table(["", "每秒"], [["首页，没有人登录", formatNumber(middle(quiet))], [`首页，每秒 ${loginsPerSecond} 次登录`, formatNumber(middle(busy))], ...counts])}\n`,
  )
  const met = [
    goal(`缓存的网页保持 ${shareGoal * 100}% 以上`, share >= shareGoal, `${formatNumber(share * 100, 1)}%`),
    goal(`/readyz 在 ${readyGoalMs / 1000} 秒内回答`, slowest <= readyGoalMs, `最慢 ${formatNumber(slowest)} 毫秒`),
  ]
  return { met: met.every(Boolean), rows: [{ quiet: middle(quiet), busy: middle(busy), share, slowestReadyMs: slowest, statuses }] }
}

/** @param {string} url @param {{ method?: string, headers?: import("node:http").OutgoingHttpHeaders, body?: string, agent?: Agent }} options */
const ask = (url, { method = "GET", headers = {}, body = "", agent } = {}) =>
  new Promise((done) => {
    const sent = request(url, { method, headers, agent }, (reply) => reply.resume().on("end", () => done(reply.statusCode ?? 0)))
    sent.on("error", () => done(0)).end(body)
  })

/** Sends wrong logins at a steady rate, each name once and each network in turn, regardless of the answers. */
function startFlood(url, statuses) {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 })
  const pending = new Set()
  let sent = 0
  const timer = setInterval(() => {
    const body = JSON.stringify({ username: `nobody${process.hrtime.bigint()}`, password: "not the password" })
    const address = `11.${sent % loginsPerSecond}.${(sent / 250) | 0}.${sent % 250}`
    sent += 1
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body), "x-forwarded-for": address }
    const one = ask(`${url}/api/v1/user/login`, { method: "POST", headers, body, agent }).then((status) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      pending.delete(one)
    })
    pending.add(one)
  }, 1000 / loginsPerSecond)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(pending)
      agent.destroy()
    },
  }
}

/** Asks `/readyz` four times a second; `stop` resolves with the slowest answer (ms), Infinity if one was not 200. */
function watchReady(url) {
  let running = true
  let slowest = 0
  const watching = (async () => {
    while (running) {
      const begun = performance.now()
      const status = await ask(`${url}/readyz`)
      slowest = Math.max(slowest, status === 200 ? performance.now() - begun : Infinity)
      await pause(250)
    }
  })()
  return {
    stop: async () => {
      running = false
      await watching
      return slowest
    },
  }
}
