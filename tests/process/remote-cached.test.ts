import { expect, test } from "vitest"
import { call, until } from "./support/client"
import { expectCalm, ownFront, page, theirPerson } from "./support/remote"

/* Public pages in front of a server that announces no changes. They would be fresh for an hour, but one minute is the maximum here. */

const { small, front } = ownFront({ PAGE_CACHE_SECONDS: "3600" })

const named = async (path = "/") => /<title>(.*?)<\/title>/.exec((await page(front().url, path)).body.toString("utf8"))?.[1]
/** Changes data through this process, so that every page is rendered again. */
const change = async () =>
  expect((await call(front().url, "POST /document", { document: [{ attachment_id: 77, title: "讲义" }] }, theirPerson)).status).toBe(200)
const rename = (title: string) => small().answer("GET /settings", { system: { sitename: title, title } })

test("a change through this process is visible at once; a change elsewhere within a minute", async () => {
  rename("从前的名字")
  expect(await named()).toBe("从前的名字")
  rename("现在的名字")
  expect(await named()).toBe("从前的名字")
  await change()
  expect(await named()).toBe("现在的名字")
})

test("while that server is unavailable cached pages are served, and no failure is cached", async () => {
  expect((await page(front().url, "/")).status).toBe(200)
  for (const fault of ["text 500", "null"] as const) {
    small().fault(fault)
    expect((await page(front().url, "/")).status).toBe(200)
    expectCalm("/article", await page(front().url, "/article"))
    const program = await page(front().url, "/article", { accept: "application/json" })
    expect(program).toMatchObject({ status: 502, json: { message: "后端暂时没有回应，请稍后再试" } })
    expect(await page(front().url, "/readyz")).toMatchObject({ status: 503 })
    small().fault(null)
    expect((await page(front().url, "/article")).status).toBe(200)
    expect((await page(front().url, "/readyz")).status).toBe(200)
    // invalidates the cache, so that the next fault meets an empty one
    await change()
    expect((await page(front().url, "/")).status).toBe(200)
  }
})

test("a script that another server allows in an article reaches no page [security: remote-walls]", async () => {
  small().answer("GET /article/list", { total: 1, article: [{ id: 5, identifier: "about", title: "关于本站" }] })
  small().answer("GET /settings", { display: { copyright_statement: "版权<script>window.ran=1</script><b onclick=ran()>所有</b>" } })
  await change()
  const html = (await page(front().url, "/")).body.toString("utf8")
  expect({ shown: html.includes("版权<b>所有</b>"), script: html.includes("window.ran") }).toEqual({ shown: true, script: false })
})

test("each visit of a page with results is one search, in the visitor's name; the page is the same for all of them", async () => {
  const searches = () => small().requests.filter(({ path }) => path === "/api/v1/document/search")
  const visit = async (cookie: string, agent: string) => {
    const reply = await page(front().url, "/search?wd=contract", { cookie, "user-agent": agent })
    expect([reply.status, reply.headers["cache-control"]]).toEqual([200, "private, no-store"])
    // where the stream cuts the page's data into scripts depends on the moment
    return reply.body.toString("utf8").replaceAll(/<script[\s\S]*?<\/script>|nonce-[\w+/=-]+|\d{13}/g, "")
  }
  small().requests.length = 0
  const pages = [await visit("doujia_session=token-of-lin", "Firefox/140"), await visit("", "Safari/19")]
  expect(searches().map(({ headers }) => [headers.authorization, headers["user-agent"]])).toEqual([
    ["Bearer token-of-lin", "Firefox/140"],
    [undefined, "Safari/19"],
  ])
  expect(pages[0]).toBe(pages[1])
})

test("a site that is closed elsewhere is closed here ten seconds later, also for the first visitor since", async () => {
  small().answer("GET /settings", { security: { is_close: true, close_statement: "<p>维护中</p>" } })
  const isClosed = async () => String((await page(front().url, "/")).headers["location"]).includes("/login")
  await until("pages closed", isClosed, 15_000)
  small().answer("GET /settings", {})
})
