// Visitors and an author who continue while machines are killed.
import { setTimeout as pause } from "node:timers/promises"

/** @typedef {{ at: number, kind: string, status: number }} Failed */

/** How long a reader and the author pause between requests (ms). */
const [readMs, writeMs] = [60, 300]

/**
 * Starts readers of pages and of the API, and an author whose documents are counted once acknowledged. `stop` resolves with everything.
 * @param {{ site: import("../attack/site.mjs").Site, author: import("../attack/site.mjs").Person, document: import("../attack/site.mjs").Document }} walked
 */
export const startTraffic = ({ site, author, document }) => {
  let running = true
  /** @type {Failed[]} */
  const failed = []
  /** @type {Map<number, string>} */
  const acknowledged = new Map()
  let reads = 0
  const reader = async (/** @type {string} */ kind, /** @type {(n: number) => string} */ pathOf) => {
    for (let n = 0; running; n++) {
      const { status } = await site.ask(pathOf(n), { timeoutMs: 20_000 })
      reads += 1
      if (status !== 200) failed.push({ at: performance.now(), kind, status })
      await pause(readMs)
    }
  }
  const writer = async () => {
    for (let n = 0; running; n++) {
      const title = `写入 ${n} ${Date.now()}`
      const sent = await site.upload(author, `${title}.txt`, `${title}\n`)
      const id = sent.json["data"]?.id
      const reply = id ? await site.call("POST /document", { document: [{ attachment_id: id, title }] }, author) : sent
      const row = reply.json["document"]?.[0]
      if (reply.status === 200 && row) acknowledged.set(row.id, title)
      else failed.push({ at: performance.now(), kind: "写入", status: reply.status })
      await pause(writeMs)
    }
  }
  const work = [
    reader("网页", (n) => (n % 2 ? "/" : `/document/${document.uuid}`)),
    reader("网页", (n) => (n % 2 ? `/document/${document.uuid}` : "/")),
    reader("接口", (n) => `/api/v1/document/list?page=1&size=10&_=${n}`),
    writer(),
  ]
  return {
    failed,
    acknowledged,
    reads: () => reads,
    stop: async () => {
      running = false
      await Promise.all(work)
    },
  }
}

/** Returns the titles that were acknowledged and are not there. @param {import("../attack/site.mjs").Site} site @param {import("../attack/site.mjs").Person} author @param {Map<number, string>} acknowledged */
export const lostWrites = async (site, author, acknowledged) => {
  const lost = []
  for (const [id, title] of acknowledged) {
    const reply = await site.call("GET /document", { id }, author)
    if (reply.status !== 200 || reply.json["title"] !== title) lost.push(`${id} ${title}（${reply.status}）`)
  }
  return lost
}
