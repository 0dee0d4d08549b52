import { boundedText, jsonFields } from "../web/bounded-text"
import { IndexingError, type IndexingPort, type IndexingSite, type IndexingTarget } from "./indexing.port"

type Answer = { status: number; text: string }
type Adapter = {
  label: string
  most: number
  request: (endpoint: string, site: IndexingSite, urls: string[]) => { url: string; type: string; body: string }
  /** The reason for a refusal; null if the push was accepted. */
  refusal: (answer: Answer) => string | null
}

const reasonOf = (reasons: Record<number, string>, { status }: Answer) => reasons[status] ?? `HTTP ${status}`

/** https://www.indexnow.org/documentation */
const indexNow: Adapter = {
  label: "IndexNow",
  most: 10_000,
  request: (endpoint, { origin, key }, urls) => ({
    url: endpoint,
    type: "application/json; charset=utf-8",
    body: JSON.stringify({ host: new URL(origin).host, key, keyLocation: `${origin}/${key}.txt`, urlList: urls }),
  }),
  refusal: (answer) =>
    answer.status === 200 || answer.status === 202
      ? null
      : reasonOf({ 400: "格式不对", 403: "密钥不对，或密钥文件读不到", 422: "网址不属于这个域名", 429: "推送太频繁" }, answer),
}

/** 百度搜索资源平台，普通收录，API 提交. The documented endpoint has no TLS; the token only allows pushing URLs of the site. */
const baidu: Adapter = {
  label: "百度",
  most: 2_000,
  request: (endpoint, { origin, key }, urls) => ({
    url: `${endpoint}?${new URLSearchParams({ site: origin, token: key }).toString()}`,
    type: "text/plain",
    body: urls.join("\n"),
  }),
  refusal: (answer) => {
    const said = jsonFields(answer.text)
    if (answer.status === 200 && typeof said["success"] === "number") return null
    return typeof said["message"] === "string" ? said["message"].slice(0, 200) : reasonOf({}, answer)
  },
}

const adapters: Record<IndexingTarget, Adapter> = { indexnow: indexNow, baidu }
export const maxUrls: IndexingPort["most"] = { indexnow: indexNow.most, baidu: baidu.most }

const answerBytes = 64 * 1024

type Options = { endpoints?: Record<IndexingTarget, string>; timeoutMs?: number }

/**
 * The real search engines. Their endpoints are not configurable, so that the process cannot be pointed at another machine. Redirects are
 * not followed.
 */
export const networkIndexing = ({
  endpoints = { indexnow: "https://api.indexnow.org/indexnow", baidu: "http://data.zz.baidu.com/urls" },
  timeoutMs = 15_000,
}: Options = {}): IndexingPort => ({
  most: maxUrls,
  push: async (target, site, urls, signal) => {
    const adapter = adapters[target]
    const { url, type, body } = adapter.request(endpoints[target], site, urls)
    const late = AbortSignal.timeout(timeoutMs)
    const init: RequestInit = {
      method: "POST",
      headers: { "content-type": type, "user-agent": "doujia" },
      body,
      redirect: "manual",
      signal: signal ? AbortSignal.any([late, signal]) : late,
    }
    const answer = await fetch(url, init)
      .then(async (reply) => ({ status: reply.status, text: await boundedText(reply, answerBytes) }))
      .catch((): never => {
        throw new IndexingError(late.aborted ? `${adapter.label}没有及时答复` : `连不上${adapter.label}`)
      })
    const refusal = adapter.refusal(answer)
    if (refusal !== null) throw new IndexingError(`${adapter.label}没有接受：${refusal.replaceAll(site.key, "***")}`)
  },
})
