import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { bearer, cookie, md5, send, sha256 } from "../support/client"
import { query } from "../support/database"
import { attachmentIn, offsetOf, tusCreate, tusHead, tusPatch, tusLocation } from "../support/tus"
import { chinese, executable, messageOf, type UploadSite } from "./upload-site"

/** Resumable uploads (tus). The last test kills the server and starts it again. */
export const resumableUploads = ({ server, start, data, person, other }: UploadSite) => {
  describe("resumable uploads", () => {
    const content = Buffer.from("断点续传的内容。\n".repeat(3_000))

    test("cannot be created without a login", async () => {
      expect((await tusCreate(server().url, null, 10, { filename: "a.txt" })).status).toBe(401)
      const byCookie = await tusCreate(server().url, null, 10, { filename: "a.txt" }, cookie(person()))
      expect(byCookie.status).toBe(401)
    })

    test("cannot be queried, continued or deleted by another user [security: 8.2.2]", async () => {
      const uploadPath = tusLocation(await tusCreate(server().url, person(), content.length, { filename: "我的.txt" }))
      expect((await tusHead(server().url, uploadPath, other())).status).toBe(403)
      expect((await tusPatch(server().url, uploadPath, other(), 0, content)).status).toBe(403)
      expect(
        (await send(`${server().url}${uploadPath}`, { method: "DELETE", headers: { "tus-resumable": "1.0.0", ...bearer(other()) } }))
          .status,
      ).toBe(403)
      expect((await tusPatch(server().url, uploadPath, null, 0, content)).status).toBe(401)
      const done = await tusPatch(server().url, uploadPath, person(), 0, content)
      expect(done.status).toBe(204)
      expect(attachmentIn(done)).toBeGreaterThan(0)
    })

    test("no other origin is permitted to upload, whatever it requests [security: upload-cors, 3.4.2]", async () => {
      const from = { origin: "https://elsewhere.example" }
      const made = await tusCreate(server().url, person(), 3, { filename: "a.txt" }, from)
      const state = await send(`${server().url}${tusLocation(made)}`, {
        method: "HEAD",
        headers: { "tus-resumable": "1.0.0", ...bearer(person()), ...from },
      })
      const preflight = await send(`${server().url}/api/v1/upload/tus`, {
        method: "OPTIONS",
        headers: { ...from, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
      })
      expect([made.status, state.status]).toEqual([201, 200])
      for (const { headers } of [made, state, preflight]) expect(headers).not.toHaveProperty("access-control-allow-origin")
    })

    test("an owner in the metadata of the client is ignored", async () => {
      const uploadPath = tusLocation(
        await tusCreate(server().url, person(), content.length, { filename: "我的.txt", user_id: String(other().id) }),
      )
      expect((await tusHead(server().url, uploadPath, other())).status).toBe(403)
      expect((await tusHead(server().url, uploadPath, person())).status).toBe(200)
    })

    test("content that does not match the announced MD5 is rejected and not stored", async () => {
      const uploadPath = tusLocation(await tusCreate(server().url, person(), content.length, { filename: "错.txt", md5: md5("another") }))
      const reply = await tusPatch(server().url, uploadPath, person(), 0, content)
      expect(reply.status).toBe(400)
      expect(messageOf(reply)).toContain("损坏")
      expect([404, 410]).toContain((await tusHead(server().url, uploadPath, person())).status)
    })

    test("hostile contents are rejected [security: 5.2.2]", async () => {
      const uploadPath = tusLocation(
        await tusCreate(server().url, person(), executable.length, { filename: "程序.pdf", md5: md5(executable) }),
      )
      const reply = await tusPatch(server().url, uploadPath, person(), 0, executable)
      expect(reply.status).toBe(400)
      expect(messageOf(reply)).toMatch(chinese)
    })

    test("addresses cannot lead out of the folder [security: 5.3.2]", async () => {
      for (const id of ["..%2f..%2fsecret", "%2e%2e/secret", "..%5csecret", ".%00", "a/../../secret"]) {
        const reply = await send(`${server().url}/api/v1/upload/tus/${id}`, {
          method: "HEAD",
          headers: { "tus-resumable": "1.0.0", ...bearer(person()) },
        })
        expect(reply.status).toBe(404)
      }
    })

    test("the final response can be requested again by its owner only", async () => {
      const uploadPath = tusLocation(await tusCreate(server().url, person(), content.length, { filename: "没听到.txt" }))
      const done = await tusPatch(server().url, uploadPath, person(), 0, content)
      const again = await tusHead(server().url, uploadPath, person())
      expect([again.status, offsetOf(again), attachmentIn(again)]).toEqual([200, content.length, attachmentIn(done)])
      expect([404, 410]).toContain((await tusHead(server().url, uploadPath, other())).status)
    })

    test("a wrong offset is rejected and changes nothing", async () => {
      const uploadPath = tusLocation(await tusCreate(server().url, person(), content.length, { filename: "a.txt" }))
      expect((await tusPatch(server().url, uploadPath, person(), 5, content)).status).toBe(409)
      expect(offsetOf(await tusHead(server().url, uploadPath, person()))).toBe(0)
    })

    test("killed after the last byte and before the response: a status request completes the upload", async () => {
      const uploadPath = tusLocation(await tusCreate(server().url, person(), content.length, { filename: "完整.txt", md5: md5(content) }))
      expect((await tusPatch(server().url, uploadPath, person(), 0, content.subarray(0, 1000))).status).toBe(204)
      // the state on disk if the process dies between the last byte and the row
      await server().kill()
      appendFileSync(join(data().path, "tmp", "tus", uploadPath.split("/").at(-1)!), content.subarray(1000))
      await start()
      const [one, two] = await Promise.all([tusHead(server().url, uploadPath, person()), tusHead(server().url, uploadPath, person())])
      expect(one).toMatchObject({
        status: 200,
        headers: { "upload-offset": String(content.length), "upload-length": String(content.length) },
      })
      expect(attachmentIn(one)).toBeGreaterThan(0)
      expect([two.status, attachmentIn(two)]).toEqual([200, attachmentIn(one)])
      expect(await query(data().path, "select sha256 from attachment where id = $1", [attachmentIn(one)])).toEqual([
        { sha256: sha256(content) },
      ])
    })
  })
}
