// Attacks that send too many, too large, simultaneous or too slow requests.
import { connect } from "node:net"
import { setTimeout as pause } from "node:timers/promises"

/** @typedef {import("./run.mjs").Attack} Attack */
/** @typedef {import("./http.mjs").Answer} Answer */

/** @template T @param {number} count @param {(n: number) => Promise<T>} work */
const atOnce = (count, work) => Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const succeeded = (/** @type {Answer[]} */ answers) => answers.filter(({ status }) => status === 200).length

/** @type {Attack[]} */
export const limits = [
  {
    area: "limits",
    title: "同时签到、收藏、评分多次，只应算一次 [security: 2.3.4, credits-atomic]",
    run: async ({ call, document, person }, attempt) => {
      const [owner, thief] = [await person(), await person()]
      const { id } = await document(owner, "并发")
      const before = (await call("GET /user", { id: thief.id }, thief)).json["credit_count"] ?? 0
      const signs = await atOnce(30, () => call("PUT /user/sign", {}, thief))
      attempt(`签到成功 ${succeeded(signs)} 次`, succeeded(signs) > 1)
      const credit = await call("GET /user/credit", { page: 1, size: 100 }, thief)
      const after = (await call("GET /user", { id: thief.id }, thief)).json["credit_count"] ?? 0
      const sum = (credit.json["credit"] ?? []).reduce(
        (/** @type {number} */ total, /** @type {{ credit?: number }} */ row) => total + (row.credit ?? 0),
        0,
      )
      attempt(
        `积分 ${before} → ${after}，明细 ${sum}`,
        sum !== 0 &&
          after - before > Math.max(...(credit.json["credit"] ?? []).map((/** @type {{ credit?: number }} */ row) => row.credit ?? 0)),
      )
      attempt("收藏", succeeded(await atOnce(20, () => call("POST /favorite", { document_id: id, type: 0 }, thief))) > 1)
      await atOnce(20, () => call("POST /document/score", { document_id: id, score: 500 }, thief))
      attempt("评分人数", Number((await call("GET /document", { id }, owner)).json["score_count"] ?? 0) > 1)
    },
  },
  {
    area: "limits",
    title: "下载超过每日上限，并发 [security: 2.3.2, caps-under-load]",
    ownSite: true,
    run: async ({ call, document, person }, attempt) => {
      const [owner, thief] = [await person(), await person()]
      const { id } = await document(owner, "下载上限")
      const limit = Number((await call("GET /settings", {})).json["download"]?.times_every_day ?? 0) || 100
      const answers = await atOnce(limit + 20, () => call("GET /document/download", { id }, thief))
      attempt(`上限 ${limit}，得到 ${succeeded(answers)}`, succeeded(answers) > limit)
      attempt("再来一次", (await call("GET /document/download", { id }, thief)).status === 200 && succeeded(answers) >= limit)
    },
  },
  {
    area: "limits",
    title: "从一处大量注册、要验证码、搜索、评论 [security: 2.4.1, 6.6.3]",
    long: true,
    ownSite: true,
    run: async ({ call, document, person }, attempt) => {
      const [owner, thief] = [await person(), await person()]
      const { uuid, id } = await document(owner, "很多")
      const from = { "x-forwarded-for": "198.51.100.77" }
      /** @param {string} key @param {number} times @param {(n: number) => Record<string, unknown>} input @param {import("./site.mjs").Person | null} as */
      const flood = async (key, times, input, as) => {
        const answers = []
        for (let n = 0; n < times; n += 20) answers.push(...(await atOnce(20, (m) => call(key, input(n + m), as, from))))
        attempt(`${key} ${times} 次都被受理`, !answers.some(({ status }) => status === 429))
      }
      await flood("POST /user/register", 60, (n) => ({ username: `flood${n}`, password: "紫云英 stolen 42" }), null)
      await flood("POST /user/findpassword/stepone", 60, (n) => ({ email: `flood${n}@example.org` }), null)
      await flood("POST /user/email/code", 60, (n) => ({ email: `flood${n}@example.org`, type: "register" }), null)
      await flood("GET /document/inside", 160, (n) => ({ uuid, wd: `词${n}` }), thief)
      await flood("POST /comment", 80, (n) => ({ document_id: id, type: 0, content: `一句 ${n}` }), thief)
    },
  },
  {
    area: "limits",
    title: "列表要一百万行、很深的页 [security: 15.2.2, 2.2.1]",
    run: async ({ call }, attempt) => {
      for (const key of ["GET /document/list", "GET /document/search", "GET /article/list", "GET /user/list", "GET /comment/list"])
        for (const input of [
          { page: 1, size: 1_000_000 },
          { page: 2 ** 31, size: 10 },
          { page: -1, size: -1 },
          { page: 1, size: 10, limit: 10 ** 9 },
        ]) {
          const { ms, status } = await call(key, { ...input, wd: "文" })
          attempt(`${key} ${JSON.stringify(input)}：${status}，${Math.round(ms)} 毫秒`, status >= 500 || status === 0 || ms > 4_000)
        }
    },
  },
  {
    area: "limits",
    title: "四十个事件流占住连接 [security: many-connections]",
    ownSite: true,
    run: async ({ person, url }, attempt) => {
      const thief = await person()
      const { hostname, port } = new URL(url)
      const open = await atOnce(40, () => {
        const socket = connect(Number(port), hostname)
        let text = ""
        socket.on("data", (chunk) => (text += chunk.toString("utf8"))).on("error", () => undefined)
        socket.write(`GET /api/v1/document/progress HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${thief.token}\r\n\r\n`)
        return Promise.resolve({ socket, text: () => text })
      })
      await pause(1_500)
      const held = open.filter(({ socket, text }) => !socket.destroyed && text().startsWith("HTTP/1.1 200")).length
      for (const { socket } of open) socket.destroy()
      attempt(`占住 ${held} 个`, held > 5)
    },
  },
  {
    area: "limits",
    title: "慢慢发送的正文占住连接 [security: slow-bodies]",
    long: true,
    ownSite: true,
    run: async ({ url }, attempt) => {
      const { hostname, port } = new URL(url)
      const open = await atOnce(20, () => {
        const socket = connect(Number(port), hostname)
        socket.on("error", () => undefined)
        socket.write(
          `POST /api/v1/user/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
        )
        const drip = setInterval(() => socket.writable && socket.write(" "), 1_000)
        socket.on("close", () => clearInterval(drip)).resume()
        return Promise.resolve(socket)
      })
      await pause(22_000)
      const held = open.filter((socket) => !socket.destroyed && !socket.closed).length
      for (const socket of open) socket.destroy()
      attempt(`二十秒后还占住 ${held} 个`, held > 0)
    },
  },
  {
    area: "limits",
    title: "造出来的地址和路由头让网站不停地渲染 [security: rendering-limited]",
    long: true,
    ownSite: true,
    run: async ({ ask, url }, attempt) => {
      const from = { "x-forwarded-for": "198.51.100.99" }
      const from404 = await atOnce(40, (n) => ask(`/user/1/made-up-${n}`, { headers: from }))
      attempt(`不存在的标签页被当作页面 ${succeeded(from404)} 次`, succeeded(from404) > 0)
      const probes = []
      let busy = true
      const flood = (async () => {
        for (let round = 0; round < 8; round++)
          await atOnce(25, (n) =>
            ask("/", {
              headers: { ...from, rsc: "1", "next-router-state-tree": `%5B%22${round}-${n}%22%5D`, "next-router-prefetch": "1" },
            }),
          )
        busy = false
      })()
      while (busy) {
        probes.push((await ask("/healthz")).ms)
        await pause(50)
      }
      await flood
      const slowest = Math.max(...probes)
      attempt(`两百次造出来的路由头期间，${url} 的健康检查最慢 ${Math.round(slowest)} 毫秒`, slowest > 2_000)
    },
  },
]
