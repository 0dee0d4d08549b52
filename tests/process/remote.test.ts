import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test } from "vitest"
import { takeBuild, type Build } from "./support/build"
import {
  attachmentOf,
  bearer,
  call,
  converted,
  cookie,
  login,
  register,
  send,
  sha256,
  submit,
  until,
  upload,
  type ClientUser,
} from "./support/client"
import { query } from "./support/database"
import { visibleText } from "./support/html"
import { page, uncached } from "./support/remote"
import type { Running } from "../../scripts/lib/server.mjs"
import { newDataFolder, preparedDataFolder, startSite, type DataFolder } from "./support/server"
import { attachmentIn, tusCreate, tusPatch, tusLocation } from "./support/tus"

/* Pages that run on their own in front of a server of our own (API_BASE_URL). */

let build: Build
let data: Awaited<ReturnType<typeof preparedDataFolder>>
let frontData: DataFolder
let back: Running
let front: Running
let person: ClientUser
let sample = ""

beforeAll(async () => {
  build = await takeBuild()
  data = await preparedDataFolder("samples")
  frontData = await newDataFolder()
  back = await startSite({ main: build.main, dataDir: data.path, env: uncached })
  front = await startSite({ main: build.main, dataDir: frontData.path, env: { ...uncached, API_BASE_URL: back.url } })
  person = await register(front.url, "remotereader")
  sample = (await query<{ uuid: string }>(data.path, "select uuid from document where status = 2 order by id limit 1"))[0]!.uuid
})
afterAll(async () => {
  await front?.stop()
  await back?.stop()
  await Promise.all([data?.remove(), frontData?.remove()])
  await build?.remove()
})

test("public pages have the same text and status as those of the server itself", async () => {
  for (const [path, status] of [
    ["/", 200],
    ["/category", 200],
    ["/search?wd=Markdown", 200],
    [`/document/${sample}`, 200],
    ["/article", 200],
    ["/article/about", 200],
    ["/document/ffffffffffffffff", 404],
    ["/no/such/page", 404],
  ] as const) {
    const [direct, remote] = await Promise.all([page(back.url, path), page(front.url, path)])
    const text = ({ body }: typeof direct) => visibleText(body.toString("utf8")).replace(/用时 [\d.]+ 秒/g, "用时 0 秒")
    expect({ path, status: remote.status }).toEqual({ path, status })
    expect({ path, status: direct.status }).toEqual({ path, status })
    expect({ path, text: text(remote) }).toEqual({ path, text: text(direct) })
    if (status === 200) expect(text(remote).length).toBeGreaterThan(50)
  }
})

test("logging in at the front end sets its own cookie, which opens personal pages; logging out ends both", async () => {
  const reply = await call(front.url, "POST /user/login", { username: "remotereader", password: "correct horse 7" })
  expect(reply.status).toBe(200)
  const set = String(reply.headers["set-cookie"])
  expect(set).toMatch(/^doujia_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax/)
  expect(set.split(",").filter((part) => part.includes("doujia_session="))).toHaveLength(1)
  const session = { cookie: set.split(";")[0]! }
  expect((await page(front.url, "/me", session)).status).toBe(200)
  expect((await page(front.url, "/me")).status).toBe(307)
  const out = await send(`${front.url}/api/v1/user/logout`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${String(reply.json.token)}` },
  })
  expect(String(out.headers["set-cookie"])).toMatch(/^doujia_session=; .*Max-Age=0/)
  await until("the session is over", async () => (await page(front.url, "/me", session)).status === 307, 12_000)
})

test("the API document is the same at the front end and at the server itself", async () => {
  const [direct, remote] = await Promise.all([back, front].map(({ url }) => send(`${url}/api/v1/openapi.json`)))
  expect(direct!.json.info).toMatchObject({ "x-product": { id: "doujia" } })
  expect({ ...remote!, headers: remote!.headers.etag }).toEqual({ ...direct!, headers: direct!.headers.etag })
})

test("a cookie alone does not authorize changes [security: 3.5.1]", async () => {
  expect((await call(front.url, "POST /document", { document: [{ attachment_id: 1, title: "a" }] }, null, cookie(person))).status).toBe(401)
})

test("uploads, in both ways, pages and downloads pass through byte for byte", async () => {
  const content = Buffer.from(`经过前端的文件 ${Math.random()}\n\n`.repeat(120_000))
  const made = await submit(
    front.url,
    person,
    attachmentOf(await upload(front.url, person, "经过前端.txt", content.subarray(0, 3_000))),
    "经过前端",
  )
  await converted(front.url, made.uuid, person)
  const direct = await page(back.url, `/view/page/${made.uuid}/1.svg`)
  for (const headers of [{}, { "accept-encoding": "gzip" }] as Record<string, string>[]) {
    const passed = await page(front.url, `/view/page/${made.uuid}/1.svg`, headers)
    expect(passed.status).toBe(200)
    expect((passed.headers["content-encoding"] === "gzip" ? gunzipSync(passed.body) : passed.body).equals(direct.body)).toBe(true)
  }
  const uploadPath = tusLocation(await tusCreate(front.url, person, content.length, { filename: "大一点.txt" }))
  const half = await tusPatch(front.url, uploadPath, person, 0, content.subarray(0, 2_000_000))
  expect(half).toMatchObject({ status: 204, headers: { "upload-offset": "2000000" } })
  const large = await submit(
    front.url,
    person,
    attachmentIn(await tusPatch(front.url, uploadPath, person, 2_000_000, content.subarray(2_000_000))),
    "大一点",
  )
  const link = await call(front.url, `GET /document/download?id=${large.id}`, {}, person)
  const whole = await page(front.url, String(link.json.url))
  expect(sha256(whole.body)).toBe(sha256(content))
  expect(whole.headers["content-disposition"]).toContain("attachment")
  const range = await page(front.url, String(link.json.url), { range: "bytes=10-19" })
  expect({ status: range.status, same: range.body.equals(content.subarray(10, 20)) }).toEqual({ status: 206, same: true })
})

test("rejections (wrong type, too large) pass through with their messages", async () => {
  expect(await upload(front.url, person, "程序.exe", "MZ")).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining("不支持") },
  })
  const large = await send(`${front.url}/api/v1/upload/document`, {
    method: "POST",
    headers: { ...bearer(person), "content-type": "application/json" },
    body: "{}",
  })
  expect(large).toMatchObject({ status: 400, json: { message: expect.stringContaining("multipart") } })
})

test("the progress of a conversion streams through without waiting for its end, and does not block the front end", async () => {
  const stream = await fetch(`${front.url}/api/v1/document/progress`, { headers: bearer(person) })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ""
  const made = await submit(front.url, person, attachmentOf(await upload(front.url, person, "进度.txt", `进度 ${Math.random()}`)), "进度")
  while (!heard.includes(made.uuid)) heard += (await reader.read()).value ?? ""
  expect(heard).toContain("event: document")
  const { code, ms } = await front.stop()
  expect(code).toBe(0)
  expect(ms, "requests that run get 10 seconds, which an open stream must not use up").toBeLessThan(10_000)
  front = await startSite({ main: build.main, dataDir: frontData.path, env: { ...uncached, API_BASE_URL: back.url } })
})

test("the back-end server gets the address of the visitor, not a forged one [security: 4.1.3]", async () => {
  // both trust 127.0.0.1: the front end trusts its proxy, the back end trusts the front end
  await call(front.url, "POST /user/login", { username: "remotereader", password: "correct horse 7" }, null, {
    "x-forwarded-for": "1.2.3.4, 203.0.113.50",
  })
  const [row] = await query<{ ip: string }>(data.path, "select ip from session order by expires_at desc limit 1")
  expect(row!.ip).toBe("203.0.113.50")
  await login(front.url, "remotereader", "correct horse 7")
})
