import { afterAll, beforeAll, expect } from "vitest"
import type { Running } from "../../../scripts/lib/server.mjs"
import { takeBuild } from "./build"
import { send, type ClientAnswer, type ClientUser } from "./client"
import { newDataFolder, startSite } from "./server"
import { startSmallBackend, type SmallBackend } from "./small-backend"

/** Disables the page cache, so that rendering is compared and faults are not hidden by cached pages. */
export const uncached = { PAGE_CACHE_MB: "0" }

/** A token that is only valid on another server. */
export const theirToken = "a-token-of-another-server"
/** A user who is logged in there. */
export const theirPerson: ClientUser = { id: 7, username: "lin", token: theirToken }

export const page = (url: string, path: string, headers: Record<string, string> = {}): Promise<ClientAnswer> =>
  send(`${url}${path}`, { headers })

/** Expects the page for an unavailable back end: no error details, not cacheable, and a way to retry. */
export const expectCalm = (path: string, { status, headers, body }: ClientAnswer): void => {
  expect({ path, status, ...headers }).toMatchObject({ path, status: 502, "content-type": "text/html; charset=utf-8", "retry-after": "5" })
  expect(String(headers["cache-control"])).toMatch(/no-store/)
  const html = body.toString("utf8")
  expect(html).toContain("<title>后端暂时没有回应</title>")
  expect(html).toContain('<a href="">重新加载</a>')
  expect(html).toContain('<a href="/">返回首页</a>')
  expect(/rpc error|数据库错误|SyntaxError|ZodError|ECONNREFUSED|node_modules|\bat [\w.]+ \(/.exec(html)?.[0]).toBeUndefined()
}

/**
 * Starts pages with this configuration in front of a small server of another kind, before the tests, and stops them after the last. `start`
 * starts one more in front of any URL, which is stopped then as well.
 */
export const ownFront = (env: Record<string, string>) => {
  const ends: (() => Promise<unknown>)[] = []
  let main = ""
  let small: SmallBackend
  let front: Running
  const start = async (api: string): Promise<Running> => {
    const data = await newDataFolder()
    ends.push(data.remove)
    const site = await startSite({ main, dataDir: data.path, env: { ...env, API_BASE_URL: api } })
    ends.push(site.stop)
    return site
  }
  beforeAll(async () => {
    const build = await takeBuild()
    ends.push(build.remove)
    main = build.main
    small = await startSmallBackend()
    ends.push(small.close)
    front = await start(`${small.url}/api/v1`)
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })
  return { small: () => small, front: () => front, start }
}
