import { beforeAll, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { siteOf } from "../../setup/site"
import { testApp, until, type TestApp } from "../../setup/test-app"

let app: TestApp
let base: string
beforeAll(async () => {
  app = await testApp()
  base = await siteOf(app)
})

const agents = {
  browser: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
  search: "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
  ai: "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
}
const statusOf = async (agent: keyof typeof agents, path = "/api/v1/settings") =>
  (await fetch(base + path, { headers: { "user-agent": agents[agent] } })).status

test("crawlers for language models are refused everywhere if the site says so, and nobody else", async () => {
  expect([await statusOf("browser"), await statusOf("search"), await statusOf("ai")], "by default").toEqual([200, 200, 200])
  await saveSettings(createCtx(app), "ssr", { refuse_ai_crawlers: true })
  await until(async () => (await statusOf("ai")) === 403)
  expect([await statusOf("browser"), await statusOf("search")]).toEqual([200, 200])
  for (const path of ["/api/v1/document/list", "/view/page/0a1b2c3d4e5f6071/1.svg", "/sitemap.xml", "/"])
    expect(await statusOf("ai", path), path).toBe(403)
  expect(await statusOf("ai", "/robots.txt"), "this process has no pages").not.toBe(403)
  const settings = await app.call("GET /settings", {})
  expect(settings).toMatchObject({ data: { ssr: { refuse_ai_crawlers: true } } })
  expect(JSON.stringify(settings), "how many pages a crawler may cause is nobody's business").not.toContain("crawler_pages_per_minute")
})
