import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { expect } from "vitest"
import { groupTable } from "../../server/modules/people/group/group.table"
import { bearer, multipart, multipartType, send, type ClientAnswer, type ClientUser } from "../process/support/client"
import { siteOf } from "./site"
import { testApp, until } from "./test-app"

type PictureRow = { id: number; hash: string; size: number; name: string; ext: string; path: string; width: number; height: number }
/** Returns the data of an image upload's response. */
export const dataOf = (reply: ClientAnswer): PictureRow => {
  expect({ status: reply.status, message: reply.json.message }).toEqual({ status: 200, message: "ok" })
  return reply.json.data as PictureRow
}
const chinese = /[\u4e00-\u9fff]{4,}/

export type PictureSite = Awaited<ReturnType<typeof openPictureSite>>
/** Starts a site that accepts images over HTTP, with a user without permission and the administrator; closed when the file's tests end. */
export const openPictureSite = async () => {
  const app = await testApp()
  // no group may publish articles here, so that `article` needs its permission like the other kinds
  await app.database.db.update(groupTable).set({ enable_article: false })
  const [person, admin] = [await app.person(), await app.admin()]
  const base = await siteOf(app)

  const incoming = () => (existsSync(join(app.dataDir, "tmp", "incoming")) ? readdirSync(join(app.dataDir, "tmp", "incoming")) : [])
  /** Waits until no temporary files are left: they may be removed shortly after the response. */
  const nothingIncoming = () => until(async () => incoming().length === 0, 3_000)
  const post = (as: ClientUser | null, kind: string, content: Buffer | string, name = "照片.jpg") =>
    send(`${base}/api/v1/upload/${kind}`, {
      method: "POST",
      headers: { ...bearer(as), "content-type": multipartType },
      body: multipart([{ name, content }]),
    })
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") => send(`${base}${path}`, { method, headers })
  /** Uploads as staff and downloads the public file. */
  const roundTrip = async (kind: string, content: Buffer, name?: string) => {
    const pictureRow = dataOf(await post(admin, kind, content, name))
    const seen = await get(pictureRow.path)
    expect(seen.status).toBe(200)
    return { kept: pictureRow, seen, meta: await sharp(seen.body, { animated: true }).metadata() }
  }
  const refused = async (reply: ClientAnswer, status: number, words: RegExp) => {
    expect({ status: reply.status, message: String(reply.json.message) }).toEqual({
      status,
      message: expect.stringMatching(words) as string,
    })
    expect(String(reply.json.message)).toMatch(chinese)
    await nothingIncoming()
  }
  return { app, base, person, admin, post, get, roundTrip, refused, nothingIncoming }
}
