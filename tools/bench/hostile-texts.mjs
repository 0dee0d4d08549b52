import { setTimeout as pause } from "node:timers/promises"
import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { Failure } from "../../scripts/lib/failure.mjs"
import { startProbe } from "./probe.mjs"
import { goal, formatNumber } from "./table.mjs"

/** Longest wait for the cheapest answer while others send texts that are hard to parse (ms). */
const maxMs = 100
/** Number of users who send such texts at the same time. */
const senders = 4

/** The calls that take HTML, filled with that HTML at the maximum length of each call. */
const callsOf = (article, advertisement) => [
  (content) => ["POST", "/article", { title: "很难解析", content }],
  (content) => ["PUT", "/article", { id: article, content }],
  (html) => ["POST", "/advertisement", { position: "global_top", title: "很难解析", enable: false, content: html.slice(0, 100_000) }],
  (html) => ["PUT", "/advertisement", { id: advertisement, content: html.slice(0, 100_000) }],
  (html) => ["PUT", "/config", { config: [{ category: "display", name: "copyright_statement", value: html.slice(0, 100_000) }] }],
]

/** JSON that is hard to parse or to validate, for any call. */
const hostileJson = [
  `{"id":${"[".repeat(1_900_000)}${"]".repeat(1_900_000)}}`,
  `{"id":[${"{},".repeat(1_300_000)}{}]}`,
  `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join(",")}}`,
]

/** Sends the texts that are hardest to parse to every call that takes text, and requests `/healthz` throughout. */
export async function measureTexts(server, client) {
  const { hostileHtml } = await importTypeScript("server/ports/sanitizer/testing/hostile-html.ts")
  const { id: article } = await client.call("POST", "/article", { title: "平常的文章", content: "<p>好</p>" })
  const { id: advertisement } = await client.call("POST", "/advertisement", { position: "global_top", title: "广告", content: "<p>好</p>" })
  const jobs = [
    ...callsOf(article, advertisement).flatMap((call) => Object.values(hostileHtml).map((html) => () => client.call(...call(html)))),
    ...hostileJson.map((body) => () => sendRaw(`${server.url}/api/v1/article`, body)),
  ]
  const stop = startProbe([{ name: "healthz", title: "/healthz", url: `${server.url}/healthz`, headers: {} }])
  // waits until the probe itself has started
  await pause(1_000)
  const fates = { taken: 0, refused: 0 }
  const left = [...jobs]
  const sender = async () => {
    for (let job = left.shift(); job; job = left.shift()) {
      try {
        await job()
        fates.taken += 1
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        fates.refused += 1
      }
    }
  }
  await Promise.all(Array.from({ length: senders }, sender))
  const { times, wrong } = await stop()
  const sorted = times.healthz.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { fates, texts: jobs.length, wrong, p50: at(0.5), p95: at(0.95), slowest: sorted.at(-1), count: sorted.length }
}

async function sendRaw(url, body) {
  const reply = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Failure(`接口应答 ${reply.status}`)
}

/** Prints the results of `measureTexts`. */
export function reportTexts({ fates, texts, wrong, p50, p95, slowest, count }) {
  console.log(
    `\n最难解析的内容 ${texts} 份，同时发 ${senders} 份：收下 ${fates.taken}，拒绝 ${fates.refused}；其间问了 /healthz ${count} 次。`,
  )
  return [
    goal(
      `其间最慢的 /healthz 不超过 ${maxMs} 毫秒`,
      slowest <= maxMs,
      `${formatNumber(slowest, 1)} 毫秒，p50 ${formatNumber(p50, 1)}，p95 ${formatNumber(p95, 1)}`,
    ),
    goal("其间没有一次应答出错", wrong === 0, `${wrong} 次`),
  ]
}
