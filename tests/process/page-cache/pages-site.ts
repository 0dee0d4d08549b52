import { beforeAll } from "vitest"
import { readMetrics, register, send, type ClientUser } from "../support/client"
import { query } from "../support/database"
import { ownServer } from "../support/own-server"

/** Changes written by another process (this test): PostgreSQL notifies the server of them. Its own writes take effect at once (ms). */
const heardWithinMs = 1_500

/** The site for tests of public pages: with the samples, and one user besides the administrator. */
export const pagesSite = () => {
  // pages stay fresh for an hour: one that changes sooner was invalidated and did not just expire
  const { server, data, start } = ownServer({ PAGE_CACHE_SECONDS: "3600" }, "samples")
  let person: ClientUser
  let sample = ""
  beforeAll(async () => {
    person = await register(server().url, "qzxvisitor")
    sample = (await query<{ uuid: string }>(data().path, "select uuid from document where status = 2 order by id limit 1"))[0]!.uuid
  })
  const page = (path: string, headers: Record<string, string> = {}) => send(`${server().url}${path}`, { headers })
  /** Returns the page cache's counters so far. */
  const counts = async () => {
    const text = await readMetrics(server().url, data().path)
    const of = (result: string) => Number(new RegExp(`page_cache_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
    return { hit: of("hit"), miss: of("miss"), disk: of("disk"), private: of("private") }
  }
  const restart = async () => {
    await server().stop()
    await start()
  }
  const publicPaths = () => [
    "/",
    "/category",
    "/search?wd=Markdown",
    `/document/${sample}`,
    "/article",
    "/article/about",
    "/joinvip",
    "/user/1",
  ]
  return { server, data, person: () => person, sample: () => sample, page, counts, restart, publicPaths, heardWithinMs }
}
export type PagesSite = ReturnType<typeof pagesSite>
