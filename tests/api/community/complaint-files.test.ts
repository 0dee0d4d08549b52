import { beforeAll, describe, expect, test } from "vitest"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import { caseFilePath, readProofKey } from "@/server/modules/community/complaint/proof-key.rules"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { multipart, multipartType, send } from "../../process/support/client"
import { codeIn, elsewhere, mailTo, switchOnMail } from "../../setup/accounts"
import { libraryOf, type Library } from "../../setup/library"
import { siteOf } from "../../setup/site"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

/* Proof files of copyright complaints over HTTP: sent without an account, and served to the staff of a case for a minute. */

let app: TestApp
let library: Library
let base: string
let staff: TestUser
let time = Date.parse("2026-11-20T04:00:00Z")
const pdf = Buffer.from("%PDF-1.7\n证明\n%%EOF")

beforeAll(async () => {
  app = await testApp({ now: () => new Date(time) })
  library = libraryOf(app)
  base = await siteOf(app)
  staff = await app.admin()
  await switchOnMail(app)
})

const upload = (name: string, content: Buffer | string, field = "file") =>
  send(`${base}/api/v1/upload/complaint`, {
    method: "POST",
    headers: { "content-type": multipartType },
    body: multipart([{ name, content, field }]),
  })
type Proof = { key: string; name: string; size: number }
const uploaded = async (name = "合同.pdf", content: Buffer = pdf): Promise<Proof> => {
  const reply = await upload(name, content)
  expect(reply.status).toBe(200)
  return reply.json.data as Proof
}
const complain = async (file: string[]) => {
  const { uuid } = await library.document(await app.person(), "被投诉的文档")
  const email = `proof${Math.random()}@example.org`
  await app.call("POST /user/email/code", { email, type: CodeType.complaint }, undefined, elsewhere())
  const code = codeIn((await mailTo(app, email))?.text)
  const words = { claimant: "林出版社", capacity: 2, channel: "mail", work: "《高等数学》", statement: "没有授权。", is_true: true }
  const reply = await app.call("POST /complaint", { ...words, address: [`/document/${uuid}`], email, code, file }, undefined, elsewhere())
  if (!reply.ok) throw new Error(reply.message)
  const listed = await app.call("GET /complaint/list", { wd: reply.data.number[0] }, staff)
  const detail = await app.call("GET /complaint", { id: listed.ok ? listed.data.complaint[0]!.id : 0 }, staff)
  if (!detail.ok) throw new Error(detail.message)
  return detail.data
}

const pathOf = async (id: number, file_id?: number) => {
  const reply = await app.call("GET /complaint/file", { id, file_id }, staff)
  return reply.ok ? reply.data.url : ""
}

describe("POST /upload/complaint", () => {
  test("a file is kept without an account, and its key is good for this file only", async () => {
    const { key, name, size } = await uploaded()
    expect([name, size]).toEqual(["合同.pdf", pdf.length])
    const id = await readProofKey(app, key)
    expect(await library.rows("select type, user_id, name from attachment where id = $1", [id])).toMatchObject([
      { type: AttachmentType.complaint, user_id: "0", name: "合同.pdf" },
    ])
    expect(await readProofKey(app, `${key}x`)).toBeNull()
  })

  test.each([
    ["a type that is none of the listed", "页面.html", "<script>alert(1)</script>", /证明材料可以是 PDF/],
    ["a file that is not what its name says", "合同.pdf", "<html>", /内容不是 PDF/],
    ["a program with the name of a picture", "章.png", "MZ\u0090", /内容不是 PNG/],
    ["an empty file", "空.pdf", "", /空|没有内容|不是 PDF/],
  ])("%s is refused, and nothing stays", async (_, name, content, message) => {
    const before = await library.rows("select id from attachment")
    const reply = await upload(name, content)
    expect(reply.status).toBe(400)
    expect(String(reply.json.message)).toMatch(message)
    expect(await library.rows("select id from attachment")).toHaveLength(before.length)
  })

  test("another field, another method and another body are refused in words", async () => {
    expect((await upload("合同.pdf", pdf, "other")).status).toBe(400)
    const json = await send(`${base}/api/v1/upload/complaint`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    })
    expect([400, 415]).toContain(json.status)
    expect(String(json.json.message)).toMatch(/\p{Script=Han}/u)
    expect([404, 405]).toContain((await send(`${base}/api/v1/upload/complaint`)).status)
  })
})

test("files without a complaint share a budget, which those of complaints leave [security: storage-quotas]", async () => {
  const { rows } = library
  const [{ id }] = (await rows(
    `insert into attachment (sha256, hash, user_id, type, size, name)
      values (repeat('c', 64), repeat('c', 32), 0, $1, 2147483648, '占满.pdf') returning id`,
    [AttachmentType.complaint],
  )) as [{ id: string }]
  const before = await rows("select id from attachment")
  const refused = await upload("合同.pdf", pdf)
  expect([refused.status, refused.json.message]).toEqual([429, expect.stringContaining("证明材料太多")])
  expect(await rows("select id from attachment")).toHaveLength(before.length)
  await rows("update attachment set type_id = 1 where id = $1", [id])
  expect((await upload("合同.pdf", pdf)).status).toBe(200)
  await rows("delete from attachment where id = $1", [id])
})

describe("GET /proof/{token}", () => {
  test("serves a file and the PDF of its case as attachments that no page renders and no cache stores", async () => {
    const { key } = await uploaded("章 和签字.pdf")
    const complaint = await complain([key])
    const path = await pathOf(complaint.id, complaint.file[0]!.id)
    const reply = await send(base + path)
    expect([reply.status, reply.body.equals(pdf)]).toEqual([200, true])
    expect(reply.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "content-disposition": expect.stringMatching(/^attachment;.*filename\*=UTF-8''%E7%AB%A0/),
    })
    const head = await send(base + path, { method: "HEAD" })
    expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, String(pdf.length)])
    const whole = await send(base + (await pathOf(complaint.id)))
    expect([whole.status, whole.body.subarray(0, 5).toString()]).toEqual([200, "%PDF-"])
  })

  test("a link ends after a minute, and a changed or invented one opens nothing", async () => {
    const complaint = await complain([(await uploaded("一.pdf")).key])
    const file = complaint.file[0]!
    const path = await pathOf(complaint.id, file.id)
    expect((await send(base + path)).status).toBe(200)
    expect((await send(`${base}${path}x`)).status).toBe(404)
    expect((await send(`${base}/proof/${encodeURIComponent("../../etc/passwd")}`)).status).toBe(404)
    // a file of another case
    const other = await complain([])
    expect(await app.call("GET /complaint/file", { id: other.id, file_id: file.id }, staff)).toMatchObject({ ok: false, status: 404 })
    expect((await send(base + (await caseFilePath(app, other.id, file.id)))).status).toBe(404)
    expect((await send(base + path, { method: "POST" })).status).toBe(405)
    time += 61_000
    const late = await send(base + path)
    expect(late.status).toBe(404)
    expect(late.body.toString()).toContain("下载链接已失效")
  })
})
