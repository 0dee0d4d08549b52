import { setTimeout as pause } from "node:timers/promises"
import { Failure } from "../../scripts/lib/failure.mjs"
import { signIn } from "./client.mjs"

/** Browser headers, sent with all measured requests including the reference. */
export const browserHeaders = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "accept-language": "zh-CN,zh;q=0.9,en;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
}

/** Waits until every sample is converted, has failed, or is waiting for a program that is not installed. */
export async function convertedSamples(server, minutes = 3) {
  const client = await signIn(server)
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; await pause(300)) {
    const { document } = await client.call("GET", "/document/list?size=100")
    const busy = document.some(({ status, convert_error }) => (status === 0 && !convert_error) || status === 1 || status === 5)
    const done = document.filter(({ status }) => status === 2)
    if (!busy && done.length > 0) return done
  }
  throw new Failure(`示例文档 ${minutes} 分钟内没有转换完。`)
}

/** Returns the rows of the table: title, address and expected status. */
export async function siteTargets(server, documents) {
  const { uuid, version } = documents.find(({ ext }) => ext === ".pdf") ?? documents[0]
  const home = await look(server, { path: "/" })
  const scripts = [...new Set(home.text.match(/\/_next\/static\/[^"'\\]+\.js/g) ?? [])]
  if (scripts.length === 0) throw new Failure("首页里没有找到脚本文件。")
  const pages = documents.flatMap((one) =>
    Array.from({ length: one.pages }, (_, n) => `/view/page/${one.uuid}/${n + 1}.gzip.svg?v=${one.version}`),
  )
  const targets = {
    bare: { title: "裸应答 /healthz（标尺）", path: "/healthz" },
    home: { title: "首页（缓存）", path: "/" },
    document: { title: "文档页（缓存）", path: `/document/${uuid}` },
    unchanged: { title: "首页 304", path: "/", headers: { "if-none-match": home.etag }, status: 304 },
    image: { title: "页面图 .gzip.svg", path: await middleOf(server, pages) },
    cover: { title: "封面 webp", path: `/view/cover/${uuid}?v=${version}` },
    script: { title: "静态脚本", path: await middleOf(server, scripts) },
    settings: { title: "GET /settings", path: "/api/v1/settings" },
    list: { title: "GET /document/list", path: "/api/v1/document/list" },
    read: { title: "GET /document?uuid=…", path: `/api/v1/document?uuid=${uuid}` },
  }
  for (const target of Object.values(targets)) await look(server, target)
  return targets
}

/**
 * Requests the address once, so that a wrong address fails before the measurement and the caches are filled.
 * @param {{ url: string }} server
 * @param {{ title?: string, path: string, headers?: Record<string, string>, status?: number }} target
 */
async function look({ url }, { title, path, headers = {}, status = 200 }) {
  const reply = await fetch(url + path, { headers: { ...browserHeaders, ...headers } })
  const text = await reply.text()
  if (reply.status !== status) throw new Failure(`${title ?? path}：应答是 ${reply.status}，应为 ${status}。`)
  return { size: Number(reply.headers.get("content-length")) || text.length, text, etag: reply.headers.get("etag") ?? "" }
}

/** Returns the address of the file of median size: the largest would measure the network, the smallest nothing. */
async function middleOf(server, paths) {
  const sizes = []
  for (const path of paths) sizes.push({ path, size: (await look(server, { path })).size })
  return sizes.sort((a, b) => a.size - b.size)[Math.floor(sizes.length / 2)].path
}
