// The journey of a visitor and an author on the fleet, and how soon an edit is visible on the other machines.
import { setTimeout as pause } from "node:timers/promises"
import { Failure } from "../../scripts/lib/failure.mjs"
import { openSite } from "../attack/site.mjs"

/** @typedef {import("../attack/site.mjs").Site} Site */
/** @typedef {import("../attack/site.mjs").Document} Document */
/** @typedef {import("./machines.mjs").Fleet} Fleet */

/** By credits. */
const byCredit = 5
const patientMs = 30_000

/** @param {string} what @param {() => Promise<boolean>} look */
const until = async (what, look) => {
  for (const end = Date.now() + patientMs; Date.now() < end; await pause(100)) if (await look()) return
  throw new Failure(`等了 ${patientMs / 1000} 秒也没有：${what}`)
}
/** @param {string} what @param {{ status: number, text: string }} reply */
const require = (what, reply) => {
  if (reply.status !== 200) throw new Failure(`${what}：${reply.status} ${reply.text.slice(0, 200)}`)
}

/**
 * Logs in, uploads, converts, reads, searches and buys through nginx, on any of the machines. @param {Fleet} fleet
 * @param {(text: string) => void} done
 */
export const walk = async (fleet, done) => {
  const site = await openSite({ url: fleet.url, admin: fleet.admin, own: true, dataDir: fleet.databaseFolder })
  const [author, buyer] = [await site.person(), await site.person()]
  done("登录、建立账号")
  const word = `机群里的银杏${Date.now() % 10_000}`
  const document = await site.document(author, word, { price: 3 }, `${word}的正文\n`)
  done("上传、转换")
  for (const url of fleet.webs) {
    const page = await fetch(`${url}/document/${document.uuid}`)
    const text = await page.text()
    if (page.status !== 200 || !text.includes(word)) throw new Failure(`${url} 没有显示文档：${page.status}`)
    const image = /(?:src|href)="([^"]*\/view\/[^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&")
    const { status } = image ? await fetch(new URL(image, url)) : { status: 0 }
    if (status !== 200) throw new Failure(`${url} 没有第一页的图片：${image ?? "页面里没有它"} ${status}`)
  }
  done("在三个网页进程阅读")
  await until("搜索得到新文档", async () => (await site.call("GET /search", { wd: word })).text.includes(document.uuid))
  done("搜索")
  require("给积分", await site.call("POST /order/system/recharge", { user_id: buyer.id, credit: 10, remark: "机群" }, site.admin))
  const order = await site.call("POST /order", { order_type: 1, product_id: document.id }, buyer)
  require("下单", order)
  require("付款", await site.call("POST /order/pay", { order_no: order.json["order_no"], payment_type: byCredit }, buyer))
  require("看订单", await site.call("GET /order", { order_no: order.json["order_no"] }, buyer))
  done("下单、付款")
  return { site, author, document }
}

/**
 * Changes the title on one machine and waits until the call, and then the page, of another one show it. Returns the times of both (ms), sorted.
 * @param {Fleet} fleet @param {{ site: Site, author: import("../attack/site.mjs").Person, document: Document }} walked @param {number} edits
 */
export const measureEdits = async ({ webs }, { author, document }, edits) => {
  /** @type {number[]} */
  const calls = []
  /** @type {number[]} */
  const pages = []
  for (let n = 0; n < edits; n++) {
    const title = `改了第 ${n} 次`
    const [from = "", to = ""] = [webs[n % webs.length], webs[(n + 1) % webs.length]]
    const saved = await fetch(`${from}/api/v1/document`, {
      method: "PUT",
      headers: { authorization: `Bearer ${author.token}`, "content-type": "application/json" },
      body: JSON.stringify({ id: document.id, title }),
    })
    if (!saved.ok) throw new Failure(`没能改标题：${saved.status} ${await saved.text()}`)
    const begun = performance.now()
    const timeUntil = async (/** @type {string} */ path) => {
      for (const end = begun + 10_000; !(await (await fetch(`${to}${path}`)).text()).includes(title); await pause(10))
        if (performance.now() > end) throw new Failure(`十秒后 ${to}${path} 还看不到“${title}”`)
      return performance.now() - begun
    }
    calls.push(await timeUntil(`/api/v1/document?uuid=${document.uuid}`))
    pages.push(await timeUntil(`/document/${document.uuid}`))
    await pause(100)
  }
  return [calls, pages].map((times) => times.toSorted((a, b) => a - b))
}
