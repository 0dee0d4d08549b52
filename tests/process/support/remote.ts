import { afterAll, beforeAll, expect } from "vitest"
import type { Running } from "../../../scripts/lib/server.mjs"
import { takeBuild } from "./build"
import { send, type Answer, type Person } from "./client"
import { newDataFolder, startSite } from "./server"
import { startSmallBackend, type SmallBackend } from "./small-backend"

/** Without the page cache, so that rendering is compared and faults are not hidden by cached pages. */
export const uncached = { PAGE_CACHE_MB: "0" }

/** A token that means something to another server alone. */
export const theirToken = "a-token-of-another-server"
/** Somebody who is logged in there. */
export const theirPerson: Person = { id: 7, username: "lin", token: theirToken }

export const page = (url: string, path: string, headers: Record<string, string> = {}): Promise<Answer> => send(`${url}${path}`, { headers })

/** The page that says that the back end is away: nothing of what went wrong, nothing to be kept, a way to try again. */
export const expectCalm = (path: string, { status, headers, body }: Answer): void => {
  expect({ path, status, ...headers }).toMatchObject({ path, status: 502, "content-type": "text/html; charset=utf-8", "retry-after": "5" })
  expect(String(headers["cache-control"])).toMatch(/no-store/)
  const html = body.toString("utf8")
  expect(html).toContain("<title>后端暂时没有回应</title>")
  expect(html).toContain('<a href="">重新加载</a>')
  expect(/rpc error|数据库错误|SyntaxError|ZodError|ECONNREFUSED|node_modules|\bat [\w.]+ \(/.exec(html)?.[0]).toBeUndefined()
}

/**
 * Pages in front of a small server of another kind, with this configuration: there once tests run, gone after the last.
 * `start` starts one more in front of any address; it is gone then as well.
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
