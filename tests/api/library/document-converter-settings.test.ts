import { beforeAll, describe, expect, test } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { createCtx } from "@/server/context"
import { requeueAbandoned, wakeWaiting } from "@/server/modules/library/document/conversion.jobs"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { ConversionError } from "@/server/ports/converter/converter.port"
import { directPictures } from "@/server/ports/pictures/direct.pictures"
import { PictureError } from "@/server/ports/pictures/pictures.port"
import { bearer, multipart, multipartType, send } from "../../process/support/client"
import { libraryOf, type Library } from "../../setup/library"
import { plain } from "../../setup/pictures"
import { readingOf, scriptedConverter } from "../../setup/reading"
import { siteOf } from "../../setup/site"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

/* Tests the effect of every setting of the converter. */

let app: TestApp
let library: Library
let read: ReturnType<typeof readingOf>
let base: string
let owner: TestUser
let other: TestUser
const scripted = scriptedConverter()
const ten = Array.from({ length: 10 }, (_, n) => `第 ${n + 1} 页的正文`)

beforeAll(async () => {
  const direct = directPictures()
  app = await testApp({
    converter: scripted.converter,
    pictures: {
      redraw: async (file, how, options) => {
        if (options?.sandboxRequired) throw new PictureError("need_sandbox")
        return direct.redraw(file, how)
      },
    },
  })
  library = libraryOf(app)
  read = readingOf(app, scripted)
  base = await siteOf(app)
  await app.startWorkers(1)
  ;[owner, other] = [await app.person(), await app.person()]
})

/** Uploads an avatar. */
const avatarOf = async (as: TestUser) => {
  const body = multipart([{ name: "我.png", content: await plain(20, 20).png().toBuffer() }])
  const headers = { ...bearer(as), "content-type": multipartType }
  const { status, json } = await send(`${base}/api/v1/upload/avatar`, { method: "POST", headers, body })
  return { status, message: json.message }
}

const pageOf = async (uuid: string, name: string, encoding = "gzip") => {
  const reply = await fetch(`${base}/view/page/${uuid}/${name}`, { headers: { "accept-encoding": encoding } })
  return { status: reply.status, encoding: reply.headers.get("content-encoding"), body: await reply.text() }
}
/** Creates another document with the same content. */
const copyOf = async (uuid: string, as: TestUser) => {
  const { sha256, ext } = await read.row(uuid)
  const attachment_id = await app.file(as, `副本${ext}`, (await app.storage.read(`files/${sha256.slice(0, 2)}/${sha256}${ext}`))!)
  const reply = await app.call("POST /document", { document: [{ attachment_id, title: "副本" }] }, as)
  if (!reply.ok) throw new Error(reply.message)
  return read.settled(reply.data.document[0]!.uuid)
}

test("enable_gzip selects the page addresses that are sent; compressed and plain addresses both work", async () => {
  const { id, uuid } = await read.submit(owner, "压缩", { pages: ["只有一页"] })
  for (const enable_gzip of [false, true]) {
    await library.set("converter", { enable_gzip })
    expect(await app.call("GET /document", { uuid })).toMatchObject({ data: { enable_gzip, preview_ext: ".svg" } })
    const list = await app.call("GET /document/list", { user_id: [owner.id] }, owner)
    expect(list.ok && list.data.document.find((one) => one.id === id)).toMatchObject({ enable_gzip })
    const whole = await pageOf(uuid, "1.svg", "identity")
    expect(whole).toMatchObject({ status: 200, encoding: null, body: expect.stringContaining("<svg") })
    for (const name of ["1.svg", "1.gzip.svg"]) {
      expect(await pageOf(uuid, name)).toEqual({ ...whole, encoding: "gzip" })
      expect(await pageOf(uuid, name, "identity")).toEqual(whole)
    }
  }
})

describe("max_preview and max_preview_percent", () => {
  test.each([
    [
      { max_preview: 3, max_preview_percent: 100 },
      { preview: 3, converted_pages: 3 },
    ],
    [
      { max_preview: 0, max_preview_percent: 35 },
      { preview: 4, converted_pages: 10 },
    ],
    [
      { max_preview: 3, max_preview_percent: 20 },
      { preview: 2, converted_pages: 3 },
    ],
    [
      { max_preview: 8, max_preview_percent: 0 },
      { preview: 8, converted_pages: 8 },
    ],
    [
      { max_preview: 20, max_preview_percent: 100 },
      { preview: 0, converted_pages: 10 },
    ],
  ])("%o: the smaller one applies", async (limits, expected) => {
    await library.set("converter", limits)
    const { uuid } = await read.submit(owner, "限制", { pages: ten })
    expect(await read.row(uuid)).toMatchObject({ pages: 10, ...expected })
    const last = expected.preview || 10
    expect((await pageOf(uuid, `${last}.svg`)).status).toBe(200)
    expect((await pageOf(uuid, `${last + 1}.svg`)).status).toBe(last < 10 ? 403 : 404)
    await library.set("converter", { max_preview: 0, max_preview_percent: 100 })
  })

  test("pages beyond the limit for every document are not rendered or searched, and are announced as part of the download [security: page-ceiling]", async () => {
    await library.set("converter", { max_pages: 4 })
    const { uuid } = await read.submit(owner, "很长", { pages: ten })
    await library.set("converter", { max_pages: 3_000 })
    expect(await read.row(uuid)).toMatchObject({ status: 2, pages: 10, preview: 4, converted_pages: 4 })
    expect(await Promise.all([4, 5].map(async (page) => (await pageOf(uuid, `${page}.svg`)).status))).toEqual([200, 403])
    const texts = await library.rows("select page from page where sha256 = $1", [(await read.row(uuid)).sha256])
    expect(texts).toHaveLength(4)
  })

  test("the same content uploaded after the limit was raised is rendered up to the new limit", async () => {
    await library.set("converter", { max_preview: 2 })
    const { id, uuid } = await read.submit(owner, "放宽", { pages: ten })
    await library.set("converter", { max_preview: 0 })
    const copy = await copyOf(uuid, other)
    expect(copy).toMatchObject({ pages: 10, preview: 0, converted_pages: 10 })
    expect(await read.row(uuid)).toMatchObject({ preview: 2 })
    expect(await app.call("PUT /document/reconvert", { id: [id] }, await app.admin())).toMatchObject({ data: { count: 1 } })
    await read.settled(uuid)
    expect(await read.row(uuid)).toMatchObject({ preview: 0, converted_pages: 10 })
  })
})

test("enable_convert_repeated_document converts known content again", async () => {
  const { uuid } = await read.submit(owner, "重复", { pages: ["一"] })
  const drawn = scripted.asked.length
  expect(await copyOf(uuid, other)).toMatchObject({ status: 2, pages: 1 })
  expect(scripted.asked.length).toBe(drawn)
  await library.set("converter", { enable_convert_repeated_document: true })
  expect(await copyOf(uuid, other)).toMatchObject({ status: 2, pages: 1 })
  expect(scripted.asked.length).toBe(drawn + 1)
  await library.set("converter", { enable_convert_repeated_document: false })
})

test("timeout is in minutes and shorter than the timeout of the job", async () => {
  await library.set("converter", { timeout: 3 })
  await read.submit(owner, "时限", { pages: ["一"] })
  expect(scripted.asked.at(-1)?.timeoutMs).toBe(3 * 60_000)
  for (const value of ["0", "101"])
    expect(await app.call("PUT /config", { config: [{ category: "converter", name: "timeout", value }] }, await app.admin())).toMatchObject(
      { ok: false, message: "转换超时（分钟）应在 1 到 100 之间" },
    )
})

test("sandbox_required: without a sandbox documents wait and images are rejected, until one exists or none is required [security: caged-children]", async () => {
  await saveSettings(createCtx(app), "converter", { sandbox_required: true })
  const made = await read.submit(owner, "要沙箱", { pages: ["一"], fail: new ConversionError("need_sandbox") }, { wait: false })
  await until(async () => (await read.row(made.uuid)).convert_error !== "")
  expect(scripted.asked.at(-1)).toMatchObject({ sandboxRequired: true })
  expect(await read.row(made.uuid)).toMatchObject({
    status: DocumentStatus.pending,
    convert_error: "服务器上没有可用的沙箱，按照网站的安全设置暂不能预览",
  })
  await wakeWaiting(createCtx(app))
  expect((await read.row(made.uuid)).convert_error).not.toBe("")

  expect(await avatarOf(owner)).toEqual({
    status: 503,
    message: "服务器上没有可用的沙箱，按照网站的安全设置暂时不能接收图片，请联系管理员",
  })
  await saveSettings(createCtx(app), "converter", { sandbox_required: false })
  expect(await avatarOf(owner)).toEqual({ status: 200, message: "ok" })
  for (const script of scripted.scripts.values()) delete script.fail
  await wakeWaiting(createCtx(app))
  await requeueAbandoned(createCtx(app))
  expect(await read.settled(made.uuid)).toMatchObject({ status: DocumentStatus.converted, convert_error: "" })
})
