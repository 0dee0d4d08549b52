import { appendFileSync, existsSync, readdirSync, statSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { makeDocx, makeZip } from "../../server/ports/converter/testing/office.fixture"
import { makePdf, textPage } from "../../server/ports/converter/testing/pdf.fixture"
import { takeBuild, type Build } from "./support/build"
import {
  attachmentOf,
  bearer,
  call,
  cookie,
  md5,
  multipart,
  multipartEnd,
  multipartType,
  partHead,
  register,
  send,
  sha256,
  submit,
  until,
  upload,
  type Answer,
  type Person,
} from "./support/client"
import { query } from "./support/database"
import { sendLarge } from "./support/large-body"
import type { Running } from "../../scripts/lib/server.mjs"
import { megabytesOf } from "../../scripts/lib/processes.mjs"
import { preparedDataFolder, startSite } from "./support/server"
import { attachmentIn, offsetOf, tusCreate, tusHead, tusPatch, tusPlace } from "./support/tus"

let build: Build
let data: Awaited<ReturnType<typeof preparedDataFolder>>
let server: Running
let person: Person
let other: Person

beforeAll(async () => {
  build = await takeBuild()
  data = await preparedDataFolder()
  server = await startSite({ main: build.main, dataDir: data.path, env: { SAMPLES: "false" } })
  person = await register(server.url, "uploader")
  other = await register(server.url, "otheruser")
})
afterAll(async () => {
  await server?.stop()
  await data?.remove()
  await build?.remove()
})

const incoming = () => (existsSync(join(data.path, "tmp", "incoming")) ? readdirSync(join(data.path, "tmp", "incoming")) : [])
const nothingIncoming = () => until("the folder for files on their way is empty", async () => incoming().length === 0, 5_000)
const chinese = /[\u4e00-\u9fff]{4,}/
const messageOf = ({ json }: Answer) => String(json.message ?? "")
const randomBytes = (size: number) =>
  Buffer.from(
    Array.from({ length: Math.ceil(size / 4096) }, (_, n) => Buffer.alloc(4096, `${n}-${Math.random()}`))
      .flatMap((part) => [...part])
      .slice(0, size),
  )

const text = Buffer.from("第一章\n\n正文。\n")
const executable = Buffer.concat([Buffer.from("MZ\u0090\u0000\u0003\u0000\u0000\u0000", "latin1"), Buffer.alloc(4096, 7)])
const bomb = makeZip({ "[Content_Types].xml": "<Types/>", "word/document.xml": Buffer.alloc(40_000_000, 0x20) })

describe("contents that do not match their type", () => {
  test.each<[string, string, Buffer, RegExp]>([
    ["a program named .pdf", "年度总结.pdf", executable, /损坏|不符/],
    ["an empty file", "空.pdf", Buffer.alloc(0), /空/],
    ["an empty text", "空.txt", Buffer.alloc(0), /空/],
    ["a broken docx", "坏.docx", makeDocx(["正文"]).subarray(0, 200), /损坏|不符/],
    ["a docx that unpacks to more than 200 times its size", "炸弹.docx", bomb, /复杂|过大|太大/],
    ["a zip named .docx", "压缩.docx", makeZip({ "a.txt": "a" }), /损坏|不符/],
    ["a type that is not supported", "程序.exe", executable, /不支持/],
    ["a name without extension", "没有扩展名", text, /不支持/],
  ])(
    "%s is refused with a sentence, and nothing of it stays [security: 5.2.2, upload-polyglot, unrestricted-upload]",
    async (_, name, content, words) => {
      const reply = await upload(server.url, person, name, content)
      expect({ status: reply.status, message: messageOf(reply) }).toEqual({ status: 400, message: expect.stringMatching(words) })
      expect(messageOf(reply)).toMatch(chinese)
      await nothingIncoming()
      expect(await query(data.path, "select id from attachment where sha256 = $1", [sha256(content)])).toEqual([])
    },
  )

  test("an encrypted PDF is accepted and its conversion fails with the reason", async () => {
    const locked = makePdf([textPage("secret")], { encrypt: "user" })
    const { uuid } = await submit(server.url, person, attachmentOf(await upload(server.url, person, "加密.pdf", locked)), "加密")
    const [row] = await until("settled", async () => {
      const rows = await query<{ status: number; convert_error: string }>(
        data.path,
        "select status, convert_error from document where uuid = $1",
        [uuid],
      )
      return rows[0] && rows[0].status > 1 && rows
    })
    expect(row).toEqual({ status: 3, convert_error: expect.stringContaining("加密") })
  })
})

describe("size", () => {
  const megabyte = 1024 * 1024
  const head = Buffer.from(partHead({ name: "很大.txt" }))

  const whole = String(head.length + 300 * megabyte + multipartEnd.length)
  test.each<[string, Record<string, string>, number]>([
    ["with a Content-Length is refused with 413 before it is read", { "content-length": whole }, 20],
    ["without a Content-Length is stopped at the limit, on disk and in memory", { "transfer-encoding": "chunked" }, 80],
  ])("a body of 300 MB %s [security: 5.2.1, upload-size-server]", async (_, length, maxTaken) => {
    const before = megabytesOf(server.pid)
    const headers = { ...bearer(person), "content-type": multipartType, ...length }
    const { status, body, taken, peak } = await sendLarge(server, headers, head, 300 * megabyte)
    expect({ status, body: JSON.parse(body) as unknown }).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining("50 MB") },
    })
    expect(taken).toBeLessThan(maxTaken * megabyte)
    expect(peak - before).toBeLessThan(150)
    await nothingIncoming()
  })

  test("a resumable upload over the limit is refused when it is created, also with a deferred length [security: upload-size-server]", async () => {
    const announced = await tusCreate(server.url, person, 300 * megabyte, { filename: "很大.txt" })
    expect(announced.status).toBe(413)
    expect(messageOf(announced)).toMatch(chinese)
    const unsaid = await tusCreate(server.url, person, 0, { filename: "很大.txt" }, { "upload-length": "", "upload-defer-length": "1" })
    expect(unsaid.status).toBeGreaterThanOrEqual(400)
  })

  test("a call's JSON body has its own small limit, and the sender of a larger one can read the answer [security: 15.2.2]", async () => {
    for (let n = 0; n < 8; n++) {
      const reply = await call(server.url, "POST /document", { document: [{ attachment_id: 1, title: "长".repeat(2_000_000) }] }, person)
      expect(reply).toMatchObject({ status: 413 })
      expect(messageOf(reply)).toMatch(chinese)
    }
  })

  test("what is stored, the folder of the data and its secret are for the server's own user alone [security: private-data-folder]", async () => {
    const [row] = await query<{ path: string }>(data.path, "select path from attachment where id = $1", [
      attachmentOf(await upload(server.url, person, "只给自己.txt", Buffer.from("只给自己\n"))),
    ])
    for (const path of [data.path, join(data.path, "secret"), join(data.path, row!.path), join(data.path, row!.path, "..")])
      expect({ path, open: statSync(path).mode & 0o077 }).toEqual({ path, open: 0 })
  })

  test("12 MB survive byte for byte, whole and in ranges", async () => {
    const content = Buffer.concat([Buffer.from("%PDF-1.4\n"), randomBytes(12 * megabyte)])
    const { id } = await submit(server.url, person, attachmentOf(await upload(server.url, person, "十二兆.pdf", content)), "十二兆")
    const link = await call(server.url, `GET /document/download?id=${id}`, {}, person)
    const url = `${server.url}${String(link.json.url)}`
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

describe("names", () => {
  test.each([
    ["a path", "../../etc/passwd.txt"],
    ["a Windows path", "..\\..\\boot.txt"],
    ["a newline", "第一行\n第二行.txt"],
    ["NUL", "名字\u0000.txt"],
    ["a right-to-left override", "报告\u202etxt.exe.pdf"],
    ["300 Chinese characters", `${"长".repeat(300)}.txt`],
    ["only an extension's dot", "..."],
    ["nothing", "  "],
  ])("%s is refused with a sentence, by both ways of uploading [security: hostile-names, 5.3.2]", async (_, name) => {
    const disposition = `form-data; name="file"; filename="${name.replaceAll("\n", "%0A").replaceAll("\u0000", "%00")}"`
    const raw = await send(`${server.url}/api/v1/upload/document`, {
      method: "POST",
      headers: { ...bearer(person), "content-type": multipartType },
      body: multipart([{ content: text, disposition }]),
    })
    const resumable = await tusCreate(server.url, person, text.length, { filename: name })
    expect(resumable.status).toBe(400)
    expect(messageOf(resumable)).toMatch(chinese)
    // a browser writes %0A for a newline, which is then an ordinary name; whatever is accepted must be harmless
    if (raw.status === 200) expect(String((raw.json.data as { name: string }).name)).not.toMatch(/[\u0000-\u001f/\\\u202a-\u202e]/)
    else expect({ status: raw.status, message: messageOf(raw) }).toEqual({ status: 400, message: expect.stringMatching(chinese) })
    await nothingIncoming()
  })

  test("quotes, apostrophes, percent signs and spaces survive to the download's header (RFC 6266) [security: 5.4.1, 5.4.2, disposition-corpus]", async () => {
    const title = `他说“好” "quoted" it's 100% (试卷) ok`
    const id = attachmentOf(
      await upload(server.url, person, `${title}.txt`, text, {
        disposition: `form-data; name="file"; filename="${`${title}.txt`.replaceAll('"', '\\"')}"`,
      }),
    )
    const document = await submit(server.url, person, id, title)
    const link = await call(server.url, `GET /document/download?id=${document.id}`, {}, person)
    const reply = await send(`${server.url}${String(link.json.url)}`)
    const header = String(reply.headers["content-disposition"])
    expect(header).toMatch(/^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+$/)
    expect(decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(header)![1]!)).toBe(`${title}.txt`)
    expect(reply.headers).toMatchObject({ "content-type": "application/octet-stream", "x-content-type-options": "nosniff" })
    expect(reply.body.equals(text)).toBe(true)
  })
})

describe("the form", () => {
  const post = (as: Person | null, headers: Record<string, string>, body: Buffer | string) =>
    send(`${server.url}/api/v1/upload/document`, { method: "POST", headers: { ...bearer(as), ...headers }, body })
  const form = { "content-type": multipartType }

  test.each<[string, () => Promise<Answer>]>([
    ["no part", () => post(person, form, multipart([]))],
    ["a part of another name", () => post(person, form, multipart([{ field: "datei", name: "a.txt", content: text }]))],
    [
      "two files",
      () =>
        post(
          person,
          form,
          multipart([
            { name: "a.txt", content: text },
            { name: "b.txt", content: text },
          ]),
        ),
    ],
    ["an empty body", () => post(person, form, "")],
    ["JSON", () => post(person, { "content-type": "application/json" }, "{}")],
    ["no content type", () => post(person, {}, text)],
    ["multipart without a boundary", () => post(person, { "content-type": "multipart/form-data" }, text)],
    [
      "a body that ends in the middle of its file",
      () => post(person, form, multipart([{ name: "a.txt", content: text }]).subarray(0, -20)),
    ],
    ["a body that is no multipart at all", () => post(person, form, "x".repeat(5_000))],
  ])("%s: 400 with a sentence, nothing stays [security: odd-multipart]", async (_, attempt) => {
    const reply = await attempt()
    expect({ status: reply.status, message: messageOf(reply) }).toEqual({ status: 400, message: expect.stringMatching(chinese) })
    await nothingIncoming()
  })

  test("without a Bearer token it is 401, with a cookie alone too, and the body is not taken [security: 3.5.1]", async () => {
    for (const headers of [{}, cookie(person)])
      expect(await post(null, { ...form, ...headers }, multipart([{ content: text }]))).toMatchObject({ status: 401 })
    await nothingIncoming()
  })

  test("aborted uploads leave no files", async () => {
    const before = await query(data.path, "select count(*)::int from attachment")
    for (let n = 0; n < 5; n++) {
      const out = request(`${server.url}/api/v1/upload/document`, {
        method: "POST",
        headers: { ...bearer(person), ...form, "content-length": "5000000" },
        agent: false,
      })
      out.on("error", () => undefined)
      out.write(partHead({ name: "半途.txt" }))
      out.write(Buffer.alloc(300_000, 0x62))
      await until("a part has arrived", async () => incoming().length > 0)
      out.destroy()
      await nothingIncoming()
    }
    expect(await query(data.path, "select count(*)::int from attachment")).toEqual(before)
  })

  test("aborted uploads do not disturb other clients", async () => {
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const out = request(`${server.url}/api/v1/upload/document`, {
          method: "POST",
          headers: { ...bearer(person), ...form, "content-length": "5000000" },
          agent: false,
        })
        out.on("error", () => undefined)
        // given up at once, when the head has been sent, and in the middle of the content
        const sent = (chunk: string | Buffer) => new Promise((done) => out.write(chunk, done))
        const head = sent(partHead({ name: "半途.txt" }))
        if (n % 3) await head
        if (n % 3 === 2) await sent(Buffer.alloc(100_000, 0x62))
        out.destroy()
      }),
    )
    await nothingIncoming()
    expect(await send(`${server.url}/readyz`)).toMatchObject({ status: 200 })
    expect(server.output()).not.toMatch(/"level":(50|60)|uncaught/i)
  })

  test("equal contents uploaded in parallel share one stored file and have separate rows", async () => {
    const content = Buffer.from(`相同的内容 ${Math.random()}\n`.repeat(500))
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => upload(server.url, n % 2 ? person : other, `同一份 ${n}.txt`, content)),
    )
    expect(new Set(replies.map(attachmentOf)).size).toBe(8)
    const rows = await query<{ path: string }>(data.path, "select distinct path from attachment where sha256 = $1", [sha256(content)])
    expect(rows).toHaveLength(1)
    // other contents may lie in the same folder
    expect(readdirSync(join(data.path, rows[0]!.path, "..")).filter((name) => name.startsWith(sha256(content)))).toHaveLength(1)
    await nothingIncoming()
  })
})

describe("resumable uploads", () => {
  const content = Buffer.from("断点续传的内容。\n".repeat(3_000))

  test("cannot be created without a login", async () => {
    expect((await tusCreate(server.url, null, 10, { filename: "a.txt" })).status).toBe(401)
    const byCookie = await tusCreate(server.url, null, 10, { filename: "a.txt" }, cookie(person))
    expect(byCookie.status).toBe(401)
  })

  test("another person can neither query, continue nor delete it [security: 8.2.2]", async () => {
    const place = tusPlace(await tusCreate(server.url, person, content.length, { filename: "我的.txt" }))
    expect((await tusHead(server.url, place, other)).status).toBe(403)
    expect((await tusPatch(server.url, place, other, 0, content)).status).toBe(403)
    expect(
      (await send(`${server.url}${place}`, { method: "DELETE", headers: { "tus-resumable": "1.0.0", ...bearer(other) } })).status,
    ).toBe(403)
    expect((await tusPatch(server.url, place, null, 0, content)).status).toBe(401)
    const done = await tusPatch(server.url, place, person, 0, content)
    expect(done.status).toBe(204)
    expect(attachmentIn(done)).toBeGreaterThan(0)
  })

  test("no other origin is permitted to upload, whatever it asks for [security: upload-cors, 3.4.2]", async () => {
    const from = { origin: "https://elsewhere.example" }
    const made = await tusCreate(server.url, person, 3, { filename: "a.txt" }, from)
    const state = await send(`${server.url}${tusPlace(made)}`, {
      method: "HEAD",
      headers: { "tus-resumable": "1.0.0", ...bearer(person), ...from },
    })
    const asked = await send(`${server.url}/api/v1/upload/tus`, {
      method: "OPTIONS",
      headers: { ...from, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
    })
    expect([made.status, state.status]).toEqual([201, 200])
    for (const { headers } of [made, state, asked]) expect(headers).not.toHaveProperty("access-control-allow-origin")
  })

  test("an owner in the client's metadata is ignored", async () => {
    const place = tusPlace(await tusCreate(server.url, person, content.length, { filename: "我的.txt", user_id: String(other.id) }))
    expect((await tusHead(server.url, place, other)).status).toBe(403)
    expect((await tusHead(server.url, place, person)).status).toBe(200)
  })

  test("a content that does not match the announced MD5 is refused and not stored", async () => {
    const place = tusPlace(await tusCreate(server.url, person, content.length, { filename: "错.txt", md5: md5("another") }))
    const reply = await tusPatch(server.url, place, person, 0, content)
    expect(reply.status).toBe(400)
    expect(messageOf(reply)).toContain("损坏")
    expect([404, 410]).toContain((await tusHead(server.url, place, person)).status)
  })

  test("hostile contents are refused [security: 5.2.2]", async () => {
    const place = tusPlace(await tusCreate(server.url, person, executable.length, { filename: "程序.pdf", md5: md5(executable) }))
    const reply = await tusPatch(server.url, place, person, 0, executable)
    expect(reply.status).toBe(400)
    expect(messageOf(reply)).toMatch(chinese)
  })

  test("addresses cannot lead out of the folder [security: 5.3.2]", async () => {
    for (const id of ["..%2f..%2fsecret", "%2e%2e/secret", "..%5csecret", ".%00", "a/../../secret"]) {
      const reply = await send(`${server.url}/api/v1/upload/tus/${id}`, {
        method: "HEAD",
        headers: { "tus-resumable": "1.0.0", ...bearer(person) },
      })
      expect(reply.status).toBe(404)
    }
  })

  test("the final answer can be requested again by its owner only", async () => {
    const place = tusPlace(await tusCreate(server.url, person, content.length, { filename: "没听到.txt" }))
    const done = await tusPatch(server.url, place, person, 0, content)
    const again = await tusHead(server.url, place, person)
    expect([again.status, offsetOf(again), attachmentIn(again)]).toEqual([200, content.length, attachmentIn(done)])
    expect([404, 410]).toContain((await tusHead(server.url, place, other)).status)
  })

  test("a wrong offset is refused and changes nothing", async () => {
    const place = tusPlace(await tusCreate(server.url, person, content.length, { filename: "a.txt" }))
    expect((await tusPatch(server.url, place, person, 5, content)).status).toBe(409)
    expect(offsetOf(await tusHead(server.url, place, person))).toBe(0)
  })

  test("killed after the last byte and before the answer: asking for the state completes the upload", async () => {
    const place = tusPlace(await tusCreate(server.url, person, content.length, { filename: "完整.txt", md5: md5(content) }))
    expect((await tusPatch(server.url, place, person, 0, content.subarray(0, 1000))).status).toBe(204)
    // what the disk holds when the process dies between the last byte and the row
    await server.kill()
    appendFileSync(join(data.path, "tmp", "tus", place.split("/").at(-1)!), content.subarray(1000))
    server = await startSite({ main: build.main, dataDir: data.path, env: { SAMPLES: "false" } })
    const [one, two] = await Promise.all([tusHead(server.url, place, person), tusHead(server.url, place, person)])
    expect(one).toMatchObject({
      status: 200,
      headers: { "upload-offset": String(content.length), "upload-length": String(content.length) },
    })
    expect(attachmentIn(one)).toBeGreaterThan(0)
    expect([two.status, attachmentIn(two)]).toEqual([200, attachmentIn(one)])
    expect(await query(data.path, "select sha256 from attachment where id = $1", [attachmentIn(one)])).toEqual([
      { sha256: sha256(content) },
    ])
  })
})
