import { beforeAll, expect, test } from "vitest"
import { openApiDocument, productId } from "../../lib/contract/openapi/document"
import { createCtx } from "../../server/context"
import { saveSettings } from "../../server/modules/site/settings/settings.usecases"
import { siteOf } from "../setup/site"
import { testApp, type TestApp } from "../setup/test-app"

let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp()
  url = `${await siteOf(app)}/api/v1/openapi.json`
})

test("a running site returns its API document, with the mark by which other sites recognize it", async () => {
  const reply = await fetch(url)
  expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8")
  const document = (await reply.json()) as { info: Record<string, unknown> }
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(app.version))))
  expect(document.info["x-product"]).toEqual({ id: productId, version: app.version })
})

test("a client with the current document gets 304, HEAD gets no body, DELETE a 404", async () => {
  const etag = (await fetch(url)).headers.get("etag")!
  const again = await fetch(url, { headers: { "if-none-match": etag } })
  expect([again.status, await again.text()]).toEqual([304, ""])
  const head = await fetch(url, { method: "HEAD" })
  expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""])
  expect((await fetch(url, { method: "DELETE" })).status).toBe(404)
})

test("it is answered while the site is closed", async () => {
  await saveSettings(createCtx(app), "security", { is_close: true })
  expect((await fetch(url)).status).toBe(200)
  await saveSettings(createCtx(app), "security", { is_close: false })
})
