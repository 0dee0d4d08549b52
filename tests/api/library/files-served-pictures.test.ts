import { request } from "node:http"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { attachmentTable } from "@/server/modules/library/files/attachment.table"
import { sweepTemporary } from "@/server/modules/operations/maintenance/temporary.jobs"
import { sha256 } from "../../process/support/client"
import { dataOf, openPictureSite, type PictureSite } from "../../setup/picture-site"
import { noisy } from "../../setup/pictures"

let site: PictureSite
beforeAll(async () => {
  site = await openPictureSite()
})

/** Sends a path unchanged: an HTTP client would normalize its dots. */
const getRaw = (path: string) =>
  new Promise<{ status: number; type: string }>((done, fail) => {
    const out = request({ host: "127.0.0.1", port: new URL(site.base).port, path, agent: false }, (reply) => {
      reply.resume()
      done({ status: reply.statusCode ?? 0, type: String(reply.headers["content-type"]) })
    })
    out.on("error", fail).end()
  })

describe("how images are served", () => {
  const some = async () => (await site.roundTrip("banner", await noisy(40, 40).png().toBuffer())).kept.path

  test("with an unlimited cache time, ETag, 304 and HEAD", async () => {
    const path = await some()
    const whole = await site.get(path)
    const etag = String(whole.headers.etag)
    expect(whole.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, s-maxage=3600, immutable",
      "content-length": String(whole.body.length),
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    for (const condition of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await site.get(path, { "if-none-match": condition })
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
    }
    expect((await site.get(path, { "if-none-match": '"other"' })).status).toBe(200)
    const head = await site.get(path, {}, "HEAD")
    expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, String(whole.body.length)])
    expect((await site.get(path, {}, "POST")).status).toBe(405)
  })

  test("a large image is streamed whole", async () => {
    const { kept: pictureRow, seen } = await site.roundTrip("banner", await noisy(2400, 1500).jpeg({ quality: 95 }).toBuffer())
    expect(pictureRow.size).toBeGreaterThan(1024 * 1024)
    expect([seen.body.length, sha256(seen.body)]).toEqual([pictureRow.size, /([0-9a-f]{64})\.webp$/.exec(pictureRow.path)![1]])
  })

  test("only under their exact name [security: 5.3.2]", async () => {
    const path = await some()
    const [, folder, sha] = /^\/uploads\/(..)\/(\w{64})/.exec(path)!
    const wrong = [
      "/uploads/",
      `/uploads/${folder}/`,
      `/uploads/${folder}/${sha}`,
      `/uploads/${folder}/${sha}.png`,
      `/uploads/${folder}/${sha}.html`,
      `/uploads/${folder}/${sha}.webp/`,
      `/uploads/${folder}/${sha}.webp%00.html`,
      `/uploads/${folder}/${sha!.toUpperCase()}.webp`,
      `/uploads/${folder}//${sha}.webp`,
      `/uploads/${folder === "00" ? "11" : "00"}/${sha}.webp`,
      `/uploads/../files/${folder}/${sha}.webp`,
      `/uploads/%2e%2e/images/${folder}/${sha}.webp`,
      `/uploads/..%2f..%2fetc%2fpasswd`,
      `/uploads/${folder}/..%5c..%5c${sha}.webp`,
      `/uploads/${folder}/${"0".repeat(64)}.webp`,
    ]
    for (const one of wrong) {
      const { status, type } = await getRaw(one)
      expect([one, status, type]).toEqual([one, 404, "text/plain; charset=utf-8"])
    }
    expect((await site.get(`${path}?v=2`)).status).toBe(200)
  })

  test("banned content returns 404 and cannot be uploaded again", async () => {
    const picture = await noisy(70, 70).png().toBuffer()
    const { path, id } = dataOf(await site.post(site.admin, "banner", picture))
    await site.app.database.db.update(attachmentTable).set({ enable: false }).where(eq(attachmentTable.id, id))
    for (const method of ["GET", "HEAD"]) expect((await site.get(path, { "if-none-match": "*" }, method)).status).toBe(404)
    await site.refused(await site.post(site.admin, "category", picture), 400, /非法/)
  })

  test("the sweep of unfinished uploads does not delete them", async () => {
    const path = await some()
    await sweepTemporary(site.app.dataDir, 0)
    expect((await site.get(path)).status).toBe(200)
  })
})
