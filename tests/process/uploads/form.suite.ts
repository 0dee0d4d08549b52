import { readdirSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import {
  attachmentOf,
  bearer,
  cookie,
  multipart,
  multipartType,
  partHead,
  send,
  sha256,
  until,
  upload,
  type ClientAnswer,
  type ClientUser,
} from "../support/client"
import { query } from "../support/database"
import { chinese, messageOf, text, type UploadSite } from "./upload-site"

/** Uploads in one request: invalid forms, aborted uploads, identical content at once. */
export const forms = ({ server, data, person, other, incoming, nothingIncoming }: UploadSite) => {
  describe("the form", () => {
    const post = (as: ClientUser | null, headers: Record<string, string>, body: Buffer | string) =>
      send(`${server().url}/api/v1/upload/document`, { method: "POST", headers: { ...bearer(as), ...headers }, body })
    const form = { "content-type": multipartType }

    test.each<[string, () => Promise<ClientAnswer>]>([
      ["no part", () => post(person(), form, multipart([]))],
      ["a part of another name", () => post(person(), form, multipart([{ field: "datei", name: "a.txt", content: text }]))],
      [
        "two files",
        () =>
          post(
            person(),
            form,
            multipart([
              { name: "a.txt", content: text },
              { name: "b.txt", content: text },
            ]),
          ),
      ],
      ["an empty body", () => post(person(), form, "")],
      ["JSON", () => post(person(), { "content-type": "application/json" }, "{}")],
      ["no content type", () => post(person(), {}, text)],
      ["multipart without a boundary", () => post(person(), { "content-type": "multipart/form-data" }, text)],
      [
        "a body that ends in the middle of its file",
        () => post(person(), form, multipart([{ name: "a.txt", content: text }]).subarray(0, -20)),
      ],
      ["a body that is no multipart at all", () => post(person(), form, "x".repeat(5_000))],
    ])("%s returns 400 with an error message, and nothing is stored [security: odd-multipart]", async (_, attempt) => {
      const reply = await attempt()
      expect({ status: reply.status, message: messageOf(reply) }).toEqual({ status: 400, message: expect.stringMatching(chinese) })
      await nothingIncoming()
    })

    test("without a Bearer token it returns 401, also with a cookie alone, and the body is not read [security: 3.5.1]", async () => {
      for (const headers of [{}, cookie(person())])
        expect(await post(null, { ...form, ...headers }, multipart([{ content: text }]))).toMatchObject({ status: 401 })
      await nothingIncoming()
    })

    test("aborted uploads leave no files", async () => {
      const before = await query(data().path, "select count(*)::int from attachment")
      for (let n = 0; n < 5; n++) {
        const out = request(`${server().url}/api/v1/upload/document`, {
          method: "POST",
          headers: { ...bearer(person()), ...form, "content-length": "5000000" },
          agent: false,
        })
        out.on("error", () => undefined)
        out.write(partHead({ name: "半途.txt" }))
        out.write(Buffer.alloc(300_000, 0x62))
        await until("a part has arrived", async () => incoming().length > 0)
        out.destroy()
        await nothingIncoming()
      }
      expect(await query(data().path, "select count(*)::int from attachment")).toEqual(before)
    })

    test("aborted uploads do not disturb other clients", async () => {
      await Promise.all(
        Array.from({ length: 60 }, async (_, n) => {
          const out = request(`${server().url}/api/v1/upload/document`, {
            method: "POST",
            headers: { ...bearer(person()), ...form, "content-length": "5000000" },
            agent: false,
          })
          out.on("error", () => undefined)
          // aborted immediately, after the head, and in the middle of the content
          const sent = (chunk: string | Buffer) => new Promise((done) => out.write(chunk, done))
          const head = sent(partHead({ name: "半途.txt" }))
          if (n % 3) await head
          if (n % 3 === 2) await sent(Buffer.alloc(100_000, 0x62))
          out.destroy()
        }),
      )
      await nothingIncoming()
      expect(await send(`${server().url}/readyz`)).toMatchObject({ status: 200 })
      expect(server().output()).not.toMatch(/"level":(50|60)|uncaught/i)
    })

    test("identical contents uploaded in parallel share one stored file and have separate rows", async () => {
      const content = Buffer.from(`相同的内容 ${Math.random()}\n`.repeat(500))
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, n) => upload(server().url, n % 2 ? person() : other(), `同一份 ${n}.txt`, content)),
      )
      expect(new Set(replies.map(attachmentOf)).size).toBe(8)
      const rows = await query<{ path: string }>(data().path, "select distinct path from attachment where sha256 = $1", [sha256(content)])
      expect(rows).toHaveLength(1)
      // the same folder may contain files with other content
      expect(readdirSync(join(data().path, rows[0]!.path, "..")).filter((name) => name.startsWith(sha256(content)))).toHaveLength(1)
      await nothingIncoming()
    })
  })
}
