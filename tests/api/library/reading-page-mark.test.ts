import { gunzipSync, gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import { pageKey, sheetPicturesKey, thumbKey } from "@/server/modules/library/files/storage-keys.rules"
import { cookie, md5, send } from "../../process/support/client"
import { shareWorld } from "../../setup/share-world"
import { staffWith } from "../../setup/staff"
import { until, type TestUser } from "../../setup/test-app"

/*
 * Every address that draws a page of a sold document beyond its preview: printing, full screen and "save picture" use them, so the name of
 * the reader is in the bytes (docs/decisions/489).
 */

const { app, library, read, owner, other, admin, base, make, browser, opened } = await shareWorld()
const viewer = await staffWith(app, "DocumentAPI/GetDocument")
const second = await app.person()
await library.set("converter", { max_preview_percent: 50 })
const pages = ["一", "二", "三", "四"]
const sold = await read.submit(owner, "带名 付费", { pages }, { price: 10 })
const free = await read.submit(owner, "带名 免费", { pages })
const vip = await read.submit(owner, "带名 会员", { pages })
await read.change(vip.uuid, "is_vip = true")
await library.set("converter", { max_preview_percent: 100 })

let orders = 0
const buy = (by: TestUser, { id }: { id: number }) =>
  app.database.pool.query(
    `insert into "order" (order_no, user_id, order_type, status, product_id, price, amount, paid_at) values ($1, $2, $3, $4, $5, 10, 10, now())`,
    [`mark${++orders}`, by.id, OrderType.document, OrderStatus.paid, id],
  )
for (const by of [other, second]) for (const document of [sold, free]) await buy(by, document)

type Submitted = { id: number; uuid: string }
/** The text of a user's mark; no user name can end like it. */
const markOf = ({ username }: TestUser) => `${username} 20`
const hashOf = async ({ uuid }: Submitted) => {
  const { sha256, ext } = await read.row(uuid)
  return md5((await app.storage.read(`files/${sha256.slice(0, 2)}/${sha256}${ext}`))!)
}
const svg = "image/svg+xml; charset=utf-8"
const get = async (path: string, headers: Record<string, string> = {}) => {
  const { status, headers: sent, body } = await send(base + path, { headers })
  const type = String(sent["content-type"])
  return { status, type, body, text: body.toString("utf8"), cache: String(sent["cache-control"]), location: sent["location"] }
}

/** Every address of page 3, with what a client may add to it. */
const addressesOf = async (document: Submitted): Promise<string[]> => {
  const { id, uuid } = document
  const hash = await hashOf(document)
  const drawn = [uuid, id, hash].flatMap((name) => [
    `/view/page/${name}/3.svg`,
    `/view/page/${name}/3.gzip.svg`,
    `/view/page/${name}/003.svg?v=1`,
    `/view/page/${name}/3.svg?v=99&width=2000&size=large&format=webp&raw=1`,
  ])
  const older = ["webp", "png", "jpg"].map((ext) => `/view/page/${hash}/3.${ext}`)
  const thumbs = [uuid, id, hash].flatMap((name) => [`/view/thumb/${name}/3`, `/view/thumb/${name}/003?v=1&width=2000`])
  return [...drawn, ...older, ...thumbs]
}

test("two readers of a sold document get different pictures at every address, each with the own name [security: signed-pages]", async () => {
  for (const path of await addressesOf(sold)) {
    const [one, two] = [await get(path, cookie(other)), await get(path, cookie(second))]
    expect([one.status, two.status, one.type, two.type], path).toEqual([200, 200, svg, svg])
    expect(one.body.equals(two.body), path).toBe(false)
    expect([one.text.includes(markOf(other)), one.text.includes(markOf(second))], path).toEqual([true, false])
    expect([two.text.includes(markOf(other)), two.text.includes(markOf(second))], path).toEqual([false, true])
    expect(one.cache, path).toBe("private, max-age=300")
  }
})

test("a free document's pictures are the stored ones for everybody, and so is the preview of a sold one", async () => {
  const { sha256, version } = await read.row(free.uuid)
  const page = gunzipSync((await app.storage.read(pageKey(sha256, version, 3)))!)
  const thumb = (await app.storage.read(thumbKey(sha256, version, 3)))!
  for (const path of await addressesOf(free))
    for (const as of [other, second])
      expect((await get(path, cookie(as))).body.equals(path.includes("/thumb/") ? thumb : page), path).toBe(true)
  for (const path of [`/view/page/${sold.uuid}/2.svg`, `/view/thumb/${sold.uuid}/2`])
    expect((await get(path, cookie(other))).body.equals((await get(path)).body), path).toBe(true)
})

test("staff's pictures carry their name, the author's none, also of documents for members", async () => {
  for (const document of [sold, vip])
    for (const path of [`/view/page/${document.uuid}/3.svg`, `/view/thumb/${document.uuid}/3`]) {
      for (const as of [admin, viewer]) expect((await get(path, cookie(as))).text, path).toContain(markOf(as))
      expect((await get(path, cookie(owner))).text, path).not.toContain("fill-opacity")
    }
})

test("a signed address of a thumbnail carries the name of its session and ends with it", async () => {
  const reply = await app.call("GET /document/signatures", { uuid: sold.uuid, page: 3 }, other)
  if (!reply.ok) throw new Error(reply.message)
  const sign = reply.data.signature.find(({ page }) => page === 3)!.sign
  const { status, text, cache } = await get(`/view/thumb/${sold.uuid}/3?v=${reply.data.version}&sign=${sign}`)
  expect([status, text.includes(markOf(other))]).toEqual([200, true])
  expect(cache).toBe("private, max-age=300")
})

test("earlier versions of a sold document carry the name of the staff who look at them", async () => {
  for (const [document, name] of [
    [sold, markOf(viewer)],
    [free, "fill-opacity"],
  ] as const) {
    const attachment_id = await read.fileOf(owner, { pages: ["新"] })
    expect(await app.call("PUT /document/file", { id: document.id, attachment_id }, owner)).toMatchObject({ ok: true })
    await until(async () => (await read.row(document.uuid)).version === 2)
    const reply = await app.call("GET /document/version", { id: document.id }, owner)
    if (!reply.ok) throw new Error(reply.message)
    const oldest = reply.data.version.at(-1)!.id
    const path = `/view/version/${oldest}/3.svg`
    const seen = await get(path, cookie(viewer))
    expect([seen.status, seen.text.includes(name)], path).toEqual([200, document === sold])
    expect((await get(path, cookie(owner))).text).not.toContain("fill-opacity")
  }
})

test("the pictures of a sold workbook carry the name beyond its preview, those of a free one do not", async () => {
  // a WebP picture of one white pixel
  const dot = "UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vv9UAA="
  const book = (price: number) =>
    read.submit(owner, `带名 表格 ${price}`, { pages: ["一"], sheets: ["甲", "乙", "丙", "丁"], pictures: true }, { price })
  await library.set("converter", { max_preview_percent: 50 })
  const [paid, open] = [await book(10), await book(0)]
  await library.set("converter", { max_preview_percent: 100 })
  for (const { uuid } of [paid, open]) {
    const { sha256, version } = await read.row(uuid)
    for (const block of [2, 3])
      await app.storage.put(sheetPicturesKey(sha256, version, block), gzipSync(JSON.stringify([[block, dot]])), false)
  }
  const pictureOf = async ({ uuid }: Submitted, block: number, as: TestUser) => {
    const reply = await app.call("GET /document/rows", { uuid, block }, as)
    if (!reply.ok) throw new Error(reply.message)
    const [head, content = ""] = reply.data.pictures[0]!.src.split(",")
    return [head, Buffer.from(content, "base64").toString("utf8").includes(markOf(as))]
  }
  expect(await pictureOf(paid, 3, admin)).toEqual(["data:image/svg+xml;base64", true])
  expect(await pictureOf(paid, 3, owner)).toEqual(["data:image/webp;base64", false])
  expect(await pictureOf(paid, 2, admin), "within the preview").toEqual(["data:image/webp;base64", false])
  expect(await pictureOf(open, 3, admin)).toEqual(["data:image/webp;base64", false])
})

test("a reader who came by a share link is named as well, and the picture is not stored", async () => {
  const document = await make("带名 分享", { price: 10 })
  const reader = browser(other)
  await opened(reader, document, {})
  for (const path of [`/view/page/${document.uuid}/1.svg`, `/view/thumb/${document.uuid}/1`]) {
    const { text, headers } = await reader.get(path)
    expect([text.includes(markOf(other)), headers["cache-control"]], path).toEqual([true, "private, no-store"])
  }
})

test("a stored picture that cannot carry the name is not sent without it", async () => {
  await library.set("converter", { max_preview_percent: 50 })
  const document = await read.submit(owner, "带名 坏图", { pages }, { price: 10 })
  await library.set("converter", { max_preview_percent: 100 })
  const { sha256, version } = await read.row(document.uuid)
  await app.storage.put(pageKey(sha256, version, 3), gzipSync("not a picture"), false)
  await app.storage.put(thumbKey(sha256, version, 3), Buffer.from("not a picture"), false)
  const page = await get(`/view/page/${document.uuid}/3.svg`, cookie(admin))
  expect([page.status, page.text.includes("not a picture")]).toEqual([404, false])
  expect(await get(`/view/thumb/${document.uuid}/3`, cookie(admin))).toMatchObject({
    status: 302,
    location: `/view/page/${document.uuid}/3.gzip.svg?v=${version}`,
  })
})
