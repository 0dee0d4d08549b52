import { request } from "node:http"
import { and, desc, eq } from "drizzle-orm"
import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import { pictureKinds, type PictureKind } from "@/lib/rules/library/picture-rules"
import { attachmentTable } from "@/server/modules/library/files/attachment.table"
import { bearer, md5, multipart, multipartEnd, multipartType, partHead, send, sha256, type ClientUser } from "../../process/support/client"
import { dataOf, openPictureSite, type PictureSite } from "../../setup/picture-site"
import { halves, icon, iconBitmap, movingGif, noisy, noisyGif, plain, pngBomb } from "../../setup/pictures"

let site: PictureSite
beforeAll(async () => {
  site = await openPictureSite()
})
const rowsOf = (sha: string) => site.app.database.db.select().from(attachmentTable).where(eq(attachmentTable.sha256, sha))

describe("permissions", () => {
  test.each(pictureKinds)("%s is denied without a login and with a cookie alone", async (kind) => {
    const picture = await plain(10, 10).png().toBuffer()
    await site.refused(await site.post(null, kind, picture), 401, /登录/)
    const byCookie = await send(`${site.base}/api/v1/upload/${kind}`, {
      method: "POST",
      headers: { cookie: `doujia_session=${site.admin.token}`, "content-type": multipartType },
      body: multipart([{ content: picture }]),
    })
    await site.refused(byCookie, 401, /登录/)
  })

  test.each([
    ["banner", "上传轮播图"],
    ["category", "上传文档分类封面"],
    ["config", "上传配置图片文件"],
    ["article", "上传文章图片和音视频"],
  ])("%s requires its permission, and the error message names its title [security: 8.2.1]", async (kind, title) => {
    await site.refused(
      await site.post(site.person, kind, await plain(10, 10).png().toBuffer()),
      403,
      new RegExp(`你没有权限访问【${title}】`),
    )
  })

  test.each(pictureKinds)("%s is accepted from staff, and file, row and response agree", async (kind) => {
    const { kept: pictureRow, seen, meta } = await site.roundTrip(kind, await noisy(900, 600).jpeg().toBuffer(), `我的 ${kind}.jpg`)
    const sha = sha256(seen.body)
    expect(pictureRow).toMatchObject({
      hash: md5(seen.body),
      size: seen.body.length,
      name: `我的 ${kind}.jpg`,
      ext: ".webp",
      path: `/uploads/${sha.slice(0, 2)}/${sha}.webp`,
      width: meta.width,
      height: meta.height,
    })
    const drawn: Partial<Record<PictureKind, number[]>> = { avatar: [256, 256], cover: [720, 480] }
    expect([meta.format, meta.width, meta.height]).toEqual(["webp", ...(drawn[kind] ?? [900, 600])])
    const [row] = await rowsOf(sha)
    expect(row).toMatchObject({
      id: pictureRow.id,
      user_id: site.admin.id,
      type: AttachmentType[kind === "cover" ? "category" : kind],
      type_id: kind === "avatar" ? site.admin.id : 0,
      path: pictureRow.path,
      size: pictureRow.size,
      width: pictureRow.width,
      height: pictureRow.height,
      ext: ".webp",
      ip: "127.0.0.1",
      enable: true,
    })
    await site.nothingIncoming()
  })

  test("the response for articles has the fields that the editor expects", async () => {
    const reply = await site.post(site.admin, "article", await plain(30, 20).png().toBuffer(), "图.png")
    expect(reply.json).toMatchObject({ errno: 0, data: { url: dataOf(reply).path, alt: "图.png" } })
  })

  test("an uploaded avatar is set, and the rows of earlier avatars are deleted", async () => {
    const first = dataOf(await site.post(site.person, "avatar", await plain(300, 300).png().toBuffer()))
    const second = dataOf(await site.post(site.person, "avatar", await noisy(300, 300).png().toBuffer()))
    expect(await site.app.call("GET /user", {}, site.person)).toMatchObject({ ok: true, data: { avatar: second.path } })
    const rows = await site.app.database.db
      .select()
      .from(attachmentTable)
      .where(and(eq(attachmentTable.user_id, site.person.id), eq(attachmentTable.type, AttachmentType.avatar)))
      .orderBy(desc(attachmentTable.id))
    expect(rows.map(({ id, deleted_at }) => [id, deleted_at !== null])).toEqual([
      [second.id, false],
      [first.id, true],
    ])
    expect((await site.get(first.path)).status).toBe(200)
  })

  test("unknown upload addresses are rejected", async () => {
    for (const kind of ["comment", "avatars", "banner/", "banner/x", "Banner"])
      expect([400, 404]).toContain((await site.post(site.admin, kind, await plain(9, 9).png().toBuffer())).status)
    expect((await site.get("/api/v1/upload/banner")).status).toBe(404)
  })
})

describe("limits", () => {
  const chunked = (as: ClientUser, kind: string, megabytes: number) =>
    new Promise<{ status: number; body: string; taken: number }>((done, fail) => {
      const out = request(`${site.base}/api/v1/upload/${kind}`, {
        method: "POST",
        headers: { ...bearer(as), "content-type": multipartType },
        agent: false,
      })
      out.on("response", (reply) => {
        let body = ""
        reply.on("data", (part: Buffer) => (body += part.toString("utf8")))
        reply.on("end", () => done({ status: reply.statusCode ?? 0, body, taken: out.socket?.bytesWritten ?? 0 }))
      })
      out.on("error", fail)
      out.write(partHead({ name: "大.png" }))
      const part = Buffer.alloc(256 * 1024, 0x61)
      let left = megabytes * 4
      const pump = () => {
        while (left-- > 0) if (!out.write(part)) return void out.once("drain", pump)
        out.end(multipartEnd)
      }
      pump()
    })

  test.each<[PictureKind, number]>([
    ["avatar", 5],
    ["banner", 10],
  ])("%s over %i MB is stopped during the upload, and nothing is stored [security: 5.2.1, upload-size-server]", async (kind, megabytes) => {
    const reply = await chunked(site.admin, kind, megabytes + 3)
    expect({ status: reply.status, body: JSON.parse(reply.body) as unknown }).toMatchObject({
      status: 413,
      body: { message: `图片超过 ${megabytes} MB 的上限，请压缩后再上传` },
    })
    await site.nothingIncoming()
  })

  test("a body with a Content-Length above the limit is rejected", async () => {
    await site.refused(await site.post(site.admin, "avatar", Buffer.alloc(7 * 1024 * 1024)), 413, /5 MB/)
  })

  test("a small file of 50,000 × 50,000 pixels is rejected without decoding [security: 5.2.6, upload-bombs]", async () => {
    const bomb = pngBomb(50_000)
    expect(bomb.length).toBeLessThan(100_000)
    const before = process.memoryUsage().rss
    await site.refused(await site.post(site.admin, "banner", bomb), 400, /像素太多/)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })

  test("an animation with too many frames is rejected", async () => {
    await site.refused(await site.post(site.admin, "article", await movingGif(101)), 400, /动图最多 100 帧/)
  })

  test("the size of the stored file is limited as well", async () => {
    const gif = await noisyGif(36, 800, 700)
    expect(gif.length).toBeLessThan(5 * 1024 * 1024)
    await site.refused(
      await send(`${site.base}/api/v1/upload/article`, {
        method: "POST",
        headers: { ...bearer(site.admin), "content-type": multipartType },
        body: multipart([{ content: gif }]),
        timeoutMs: 50_000,
      }),
      400,
      /超过 10 MB.*裁短/,
    )
  })

  test("images of all kinds share one limit per user, which is checked before the permission as for every call [security: 2.4.1]", async () => {
    const counted: string[] = []
    const { admit } = site.app
    site.app.admit = async (_key, { shared }, ctx) => void counted.push(`${shared} ${ctx.user?.id}`)
    await site.post(site.admin, "config", await plain(8, 8).png().toBuffer())
    await site.post(site.person, "avatar", await plain(8, 8).png().toBuffer())
    await site.post(site.person, "config", "x")
    site.app.admit = admit
    expect(counted).toEqual([`pictures ${site.admin.id}`, `pictures ${site.person.id}`, `pictures ${site.person.id}`])
  })
})

describe("files that are not images", () => {
  const script = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
  test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ["nothing", () => Buffer.alloc(0), /空文件/],
    ["text", () => Buffer.from("这不是图片"), /不是支持的图片.*PNG/],
    ["HTML", () => Buffer.from("<!doctype html><script>alert(1)</script>"), /不是支持的图片/],
    ["SVG with a script", () => Buffer.from(script), /SVG.*PNG/],
    ["SVG behind a declaration and a mark", () => Buffer.from(`\ufeff<?xml version="1.0"?>\n<!-- x -->${script}`), /SVG/],
    ["SVG in UTF-16", () => Buffer.from(`\ufeff${script}`, "utf16le"), /SVG/],
    ["a TIFF", () => plain(10, 10).tiff().toBuffer(), /不是支持的图片/],
    ["a truncated JPEG", async () => (await noisy(800, 600).jpeg().toBuffer()).subarray(0, 30_000), /损坏/],
    ["a truncated PNG", async () => (await noisy(300, 300).png().toBuffer()).subarray(0, 30_000), /损坏/],
    [
      "only the first bytes of a WebP",
      () => Buffer.concat([Buffer.from("RIFF\u0010\u0000\u0000\u0000WEBPVP8 "), Buffer.alloc(64)]),
      /损坏/,
    ],
    ["a PNG's mark before an SVG", () => Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from(script)]), /损坏/],
    ["an ICO where no icon belongs", async () => icon(16, 32, await plain(16, 16).png().toBuffer()), /不是支持的图片/],
  ])("%s is rejected with an error message, and nothing is stored [security: 5.2.2]", async (_, make, words) => {
    await site.refused(await site.post(site.admin, "banner", await make(), "图.png"), 400, words)
  })

  test("SVG is rejected for site settings as well [security: svg-token-theft, 1.3.4]", async () =>
    site.refused(await site.post(site.admin, "config", Buffer.from(script), "logo.svg"), 400, /SVG.*ICO/))

  test("a broken icon is rejected", async () => {
    for (const content of [
      icon(16, 24, Buffer.alloc(60)),
      icon(16, 24, iconBitmap(16, [1, 2, 3]).subarray(0, 300)),
      icon(16, 32, Buffer.from("89504e470d0a1a0a".repeat(8), "hex")),
    ])
      await site.refused(await site.post(site.admin, "config", content, "a.ico"), 400, /损坏/)
  })

  test.each(["../../etc/a.png", "a\\b.png", "...", "报告\u202egnp.exe"])(
    "the name %j is rejected [security: hostile-names]",
    async (name) => site.refused(await site.post(site.admin, "banner", await plain(9, 9).png().toBuffer(), name), 400, /名/),
  )

  test("a body without a file, with two files or without form data is rejected", async () => {
    const headers = { ...bearer(site.admin), "content-type": multipartType }
    const url = `${site.base}/api/v1/upload/banner`
    await site.refused(await send(url, { method: "POST", headers, body: multipart([]) }), 400, /选择/)
    await site.refused(
      await send(url, { method: "POST", headers, body: multipart([{ content: "a" }, { content: "b" }]) }),
      400,
      /一次只能|不是支持/,
    )
    await site.refused(await send(url, { method: "POST", headers: bearer(site.admin), body: "{}" }), 400, /multipart/)
  })
})

describe("stored images are re-encoded [security: image-upload-code]", () => {
  test.each<[string, () => Promise<Buffer>]>([
    ["png", () => noisy(120, 80).png().toBuffer()],
    ["jpeg", () => noisy(120, 80).jpeg().toBuffer()],
    ["webp", () => noisy(120, 80).webp().toBuffer()],
    ["gif", () => noisy(120, 80).gif().toBuffer()],
    ["avif", () => noisy(120, 80).avif({ effort: 0 }).toBuffer()],
  ])("%s becomes WebP of the same size", async (_, make) => {
    const { meta } = await site.roundTrip("category", await make())
    expect([meta.format, meta.width, meta.height, meta.pages ?? 1]).toEqual(["webp", 120, 80, 1])
  })

  test("location, camera and owner are removed, and the orientation is applied", async () => {
    const sent = await (
      await halves(400, 200)
    )
      .jpeg()
      .withExif({ IFD0: { Make: "豆架相机 camera", Copyright: "Somebody" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "31/1 13/1 49/1" } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(sent.toString("latin1")).toContain("camera")
    const { seen, meta } = await site.roundTrip("article", sent)
    expect([meta.width, meta.height, meta.orientation, meta.exif, meta.xmp, meta.icc, meta.iptc]).toEqual([
      200,
      400,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(seen.body.toString("latin1")).not.toMatch(/camera|Somebody|Exif|GPS/)
    // rotated clockwise: the right side is now at the bottom
    const pixel = await sharp(seen.body).extract({ left: 100, top: 380, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
    expect(pixel[2]).toBeGreaterThan(200)
    expect(pixel[0]).toBeLessThan(60)
  })

  test("HTML hidden behind or inside an image is removed [security: upload-polyglot, 5.2.2]", async () => {
    const html = "<script>alert(document.cookie)</script>"
    const jpeg = Buffer.concat([await noisy(64, 64).jpeg().toBuffer(), Buffer.from(html)])
    const comment = await plain(64, 64)
      .withExif({ IFD0: { ImageDescription: html } })
      .jpeg()
      .toBuffer()
    for (const content of [jpeg, comment]) {
      const { seen } = await site.roundTrip("banner", content, "page.html")
      expect(seen.body.toString("latin1")).not.toContain("script")
      expect(seen.headers).toMatchObject({
        "content-type": "image/webp",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
    }
  })

  test.each<[PictureKind, [number, number], [number, number]]>([
    ["avatar", [1200, 300], [256, 256]],
    ["avatar", [20, 20], [256, 256]],
    ["banner", [3000, 900], [2560, 768]],
    ["category", [1000, 4000], [500, 2000]],
    ["cover", [1440, 2040], [720, 1020]],
    ["config", [2400, 1200], [2000, 1000]],
    ["article", [1000, 6000], [1000, 6000]],
    ["article", [4000, 1000], [2000, 500]],
  ])("%s of %j is stored as %j", async (kind, [width, height], size) => {
    const { meta } = await site.roundTrip(kind, await plain(width, height).png().toBuffer())
    expect([meta.width, meta.height]).toEqual(size)
  })

  test("an animation stays animated in articles and becomes a still image as a cover", async () => {
    const gif = await movingGif(12)
    const { kept: pictureRow, meta } = await site.roundTrip("article", gif)
    expect([meta.format, meta.pages, meta.pageHeight, pictureRow.height]).toEqual(["webp", 12, 40, 40])
    const still = await site.roundTrip("category", gif)
    expect([still.meta.pages ?? 1, still.kept.height]).toEqual([1, 40])
  })

  test("an icon becomes a PNG of 64 × 64, from a PNG entry and from a bitmap with a mask", async () => {
    const fromPng = await site.roundTrip("config", icon(48, 32, await noisy(48, 48).png().toBuffer()), "favicon.ico")
    expect([fromPng.kept.ext, fromPng.meta.format, fromPng.meta.width, fromPng.meta.height]).toEqual([".png", "png", 64, 64])
    expect(fromPng.seen.headers["content-type"]).toBe("image/png")
    const { seen } = await site.roundTrip("config", icon(16, 24, iconBitmap(16, [10, 200, 30])), "favicon.ico")
    const at = async (top: number) => [
      ...(await sharp(seen.body).ensureAlpha().extract({ left: 32, top, width: 1, height: 1 }).raw().toBuffer()),
    ]
    expect((await at(8))[3]).toBe(0)
    const [r, g, b, alpha] = await at(56)
    expect([Math.abs(r! - 10) < 6, Math.abs(g! - 200) < 6, Math.abs(b! - 30) < 6, alpha]).toEqual([true, true, true, 255])
  })

  test("an image of any format can be requested as an icon", async () => {
    const { meta } = await site.roundTrip("config?type=favicon", await plain(400, 200).png().toBuffer())
    expect([meta.format, meta.width, meta.height]).toEqual(["png", 64, 64])
  })

  test("identical images share one file and have separate rows", async () => {
    const picture = await noisy(50, 50).png().toBuffer()
    const all = await Promise.all(Array.from({ length: 4 }, () => site.post(site.admin, "config", picture).then(dataOf)))
    expect(new Set(all.map(({ path }) => path)).size).toBe(1)
    expect(new Set(all.map(({ id }) => id)).size).toBe(4)
  })
})
