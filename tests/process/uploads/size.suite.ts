import { statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { megabytesOf } from "../../../scripts/lib/processes.mjs"
import { attachmentOf, bearer, call, multipartEnd, multipartType, partHead, send, sha256, submit, upload } from "../support/client"
import { query } from "../support/database"
import { sendLarge } from "../support/large-body"
import { tusCreate } from "../support/tus"
import { chinese, messageOf, type UploadSite } from "./upload-site"

const randomBytes = (size: number) =>
  Buffer.from(
    Array.from({ length: Math.ceil(size / 4096) }, (_, n) => Buffer.alloc(4096, `${n}-${Math.random()}`))
      .flatMap((part) => [...part])
      .slice(0, size),
  )

/** The maximum size of a file or a body; a large one arrives complete. */
export const sizes = ({ server, data, person, nothingIncoming }: UploadSite) => {
  describe("size", () => {
    const megabyte = 1024 * 1024
    const head = Buffer.from(partHead({ name: "很大.txt" }))

    const whole = String(head.length + 300 * megabyte + multipartEnd.length)
    test.each<[string, Record<string, string>, number]>([
      ["with a Content-Length is refused with 413 before it is read", { "content-length": whole }, 20],
      ["without a Content-Length is stopped at the limit, on disk and in memory", { "transfer-encoding": "chunked" }, 80],
    ])("a body of 300 MB %s [security: 5.2.1, upload-size-server]", async (_, length, maxTaken) => {
      const before = megabytesOf(server().pid)
      const headers = { ...bearer(person()), "content-type": multipartType, ...length }
      const { status, body, taken, peak } = await sendLarge(server(), headers, head, 300 * megabyte)
      expect({ status, body: JSON.parse(body) as unknown }).toMatchObject({
        status: 413,
        body: { message: expect.stringContaining("50 MB") },
      })
      expect(taken).toBeLessThan(maxTaken * megabyte)
      expect(peak - before).toBeLessThan(150)
      await nothingIncoming()
    })

    test("a resumable upload over the limit is rejected when it is created, also with a deferred length [security: upload-size-server]", async () => {
      const announced = await tusCreate(server().url, person(), 300 * megabyte, { filename: "很大.txt" })
      expect(announced.status).toBe(413)
      expect(messageOf(announced)).toMatch(chinese)
      const unsaid = await tusCreate(
        server().url,
        person(),
        0,
        { filename: "很大.txt" },
        { "upload-length": "", "upload-defer-length": "1" },
      )
      expect(unsaid.status).toBeGreaterThanOrEqual(400)
    })

    test("the JSON body of a call has its own small limit, and the client of a larger one can read the response [security: 15.2.2]", async () => {
      for (let n = 0; n < 8; n++) {
        const reply = await call(
          server().url,
          "POST /document",
          { document: [{ attachment_id: 1, title: "长".repeat(2_000_000) }] },
          person(),
        )
        expect(reply).toMatchObject({ status: 413 })
        expect(messageOf(reply)).toMatch(chinese)
      }
    })

    test("stored files, the data folder and its secret are accessible only to the system user of the server [security: private-data-folder]", async () => {
      const [row] = await query<{ path: string }>(data().path, "select path from attachment where id = $1", [
        attachmentOf(await upload(server().url, person(), "只给自己.txt", Buffer.from("只给自己\n"))),
      ])
      for (const path of [data().path, join(data().path, "secret"), join(data().path, row!.path), join(data().path, row!.path, "..")])
        expect({ path, open: statSync(path).mode & 0o077 }).toEqual({ path, open: 0 })
    })

    test("12 MB are preserved byte for byte, as a whole and in ranges", async () => {
      const content = Buffer.concat([Buffer.from("%PDF-1.4\n"), randomBytes(12 * megabyte)])
      const { id } = await submit(
        server().url,
        person(),
        attachmentOf(await upload(server().url, person(), "十二兆.pdf", content)),
        "十二兆",
      )
      const link = await call(server().url, `GET /document/download?id=${id}`, {}, person())
      const url = `${server().url}${String(link.json.url)}`
      const whole = await send(url)
      expect(whole).toMatchObject({ status: 200, headers: { "accept-ranges": "bytes", "content-length": String(content.length) } })
      expect(sha256(whole.body)).toBe(sha256(content))
      const range = await send(url, { headers: { range: "bytes=1000000-1999999" } })
      expect(range).toMatchObject({ status: 206, headers: { "content-range": `bytes 1000000-1999999/${content.length}` } })
      expect(sha256(range.body)).toBe(sha256(content.subarray(1_000_000, 2_000_000)))
      const tail = await send(url, { headers: { range: "bytes=-5" } })
      expect(tail.body.equals(content.subarray(-5))).toBe(true)
      expect((await send(url, { headers: { range: `bytes=${content.length}-` } })).status).toBe(416)
      const head = await send(url, { method: "HEAD" })
      expect(head).toMatchObject({ status: 200, headers: { "content-length": String(content.length) } })
      expect(head.body.length).toBe(0)
    })
  })
}
