import { expect, test } from "vitest"
import { call } from "./support/client"
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
