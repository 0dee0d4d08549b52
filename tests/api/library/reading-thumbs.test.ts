import { beforeAll, expect, test } from "vitest"
import { thumbKey } from "@/server/modules/library/files/storage-keys.rules"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { siteOf } from "../../setup/site"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let base: string
let owner: TestUser
beforeAll(async () => {
  app = await testApp({ converter: createFakeConverter({ pages: 3 }) })
  await app.startWorkers(1)
  base = await siteOf(app)
  owner = await app.person()
})

const submit = async () => {
  const reply = await app.call("POST /document", { document: [{ attachment_id: await app.file(owner), title: "小图" }] }, owner)
  if (!reply.ok) throw new Error(reply.message)
  const { uuid } = reply.data.document[0]!
  return until(
    async () =>
      (await app.database.pool.query("select uuid, sha256, version from document where uuid = $1 and status = 2", [uuid])).rows[0] as
        | { uuid: string; sha256: string; version: number }
        | undefined,
  )
}

test("every page has a thumbnail, which browsers cache for as long as the page itself", async () => {
  const { uuid, version } = await submit()
  const detail = await app.call("GET /document", { uuid })
  expect(detail).toMatchObject({ ok: true, data: { has_thumbs: true } })
  const reply = await fetch(`${base}/view/thumb/${uuid}/3?v=${version}`)
  expect([
    reply.status,
    reply.headers.get("content-type"),
    reply.headers.get("cache-control"),
    reply.headers.get("x-content-type-options"),
    reply.headers.get("cross-origin-resource-policy"),
  ]).toEqual([200, "image/webp", "public, max-age=31536000, s-maxage=3600, immutable", "nosniff", "cross-origin"])
  expect(
    Buffer.from(await reply.arrayBuffer())
      .subarray(8, 12)
      .toString("latin1"),
  ).toBe("WEBP")
  expect((await fetch(`${base}/view/thumb/${uuid}/4`)).status).toBe(404)
})

test("a page without a thumbnail redirects to the page itself", async () => {
  const { uuid, sha256, version } = await submit()
  await app.storage.remove(thumbKey(sha256, version, 2))
  const reply = await fetch(`${base}/view/thumb/${uuid}/2?v=${version}`, { redirect: "manual" })
  expect([reply.status, reply.headers.get("location"), reply.headers.get("cache-control")]).toEqual([
    302,
    `/view/page/${uuid}/2.gzip.svg?v=${version}`,
    "no-store",
  ])
  expect((await fetch(`${base}/view/thumb/${uuid}/2`)).headers.get("content-type")).toContain("svg")
})
