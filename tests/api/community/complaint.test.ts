import { beforeAll, describe, expect, test } from "vitest"
import { ComplaintDecision, ComplaintStatus } from "@/lib/contract/community/complaint.enums"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { createCtx } from "@/server/context"
import { closeComplaintsJob } from "@/server/modules/community/complaint/deadline.jobs"
import { mailComplaintJob } from "@/server/modules/community/complaint/complaint.jobs"
import { readCaseFile } from "@/server/modules/community/complaint/proof-key.rules"
import { caseAsPdf } from "@/server/modules/community/complaint/case-pdf.usecases"
import { codeIn, elsewhere, mailTo, smsTo, switchOnMail, switchOnSms } from "../../setup/accounts"
import { libraryOf, type Library } from "../../setup/library"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

let app: TestApp
let library: Library
let author: TestUser
let staff: TestUser
let time = Date.parse("2026-11-20T04:00:00Z")
const dayMs = 86_400_000

beforeAll(async () => {
  app = await testApp({ now: () => new Date(time) })
  library = libraryOf(app)
  await switchOnMail(app)
  author = await app.person()
  staff = await app.admin()
})

let people = 0
const newEmail = () => `holder${++people}@example.org`
const codeFor = async (email: string) => {
  const sent = await app.call("POST /user/email/code", { email, type: CodeType.complaint }, undefined, elsewhere())
  expect(sent).toMatchObject({ ok: true })
  const mail = await mailTo(app, email)
  expect(mail?.text).toContain("版权投诉")
  return codeIn(mail?.text)
}
const form = {
  ...{ claimant: "林出版社", capacity: 2, channel: "mail", work: "《高等数学》第七版", statement: "全书扫描，没有授权。", is_true: true },
}
const complain = async (address: string[], more: Record<string, unknown> = {}) => {
  const email = (more["email"] as string | undefined) ?? newEmail()
  const code = (more["code"] as string | undefined) ?? (await codeFor(email))
  return app.call("POST /complaint", { ...form, address, email, code, ...more }, undefined, elsewhere())
}
const complainedOf = async (address: string[], more: Record<string, unknown> = {}) => {
  const reply = await complain(address, more)
  if (!reply.ok) throw new Error(reply.message)
  const listed = await app.call("GET /complaint/list", { wd: reply.data.number[0] }, staff)
  if (!listed.ok) throw new Error(listed.message)
  return listed.data.complaint[0]!
}
const decide = (id: number, decision: number, reason?: string, as = staff) => app.call("PUT /complaint", { id, decision, reason }, as)
const caseOf = async (id: number) => {
  const reply = await app.call("GET /complaint", { id }, staff)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
/** Runs the mail of a step and returns its text. */
const mailOf = async (complaint_id: number, step: number) => {
  const before = app.mail.sent.length
  await mailComplaintJob.run(createCtx(app), { complaint_id, step }, AbortSignal.timeout(5_000))
  return app.mail.sent[before]
}
const noticesOf = async (who: TestUser) => {
  const reply = await app.call("GET /notification/list", { kind: "complaint" }, who)
  return reply.ok ? reply.data.notification : []
}
const isPublic = async (uuid: string) => (await app.call("GET /document", { uuid })).ok

describe("a complaint", () => {
  test("names documents and articles by address, and each address that names none is explained", async () => {
    const { uuid, id } = await library.document(author, "被投诉的讲义")
    const hidden = await library.document(author, "只有自己能看", { visibility: 3 })
    const code = await codeFor("wrong@example.org")
    const wrong = await complain(
      ["https://other.example.com/document/abc", "https://wenku.example.org/user/1", `/document/${hidden.uuid}`, "/document/nothing"],
      { email: "wrong@example.org", code },
    )
    expect(wrong).toMatchObject({ ok: false, status: 400 })
    const message = wrong.ok ? "" : wrong.message
    expect(message).toContain("https://other.example.com/document/abc（不是本站的网址）")
    expect(message).toContain("https://wenku.example.org/user/1（不是文档或文章的网址）")
    expect(message).toContain(`/document/${hidden.uuid}（没有这份文档，或已经看不到了）`)
    expect(message).toContain("/document/nothing（没有这份文档，或已经看不到了）")
    expect(await complain(["  "], { email: "wrong@example.org", code })).toMatchObject({ ok: false, message: "请填写要投诉的网址" })
    // the code is not used up by these
    const sent = await complain([`https://wenku.example.org/document/${uuid}?from=share#page=2`, `/document/${id}`], {
      email: "wrong@example.org",
      code,
    })
    expect(sent).toMatchObject({ ok: true, data: { number: [expect.stringMatching(/^TS20261120\d{5}$/)] } })
  })

  test("needs the code that was sent to the same address, once", async () => {
    const { uuid } = await library.document(author, "要验证码")
    const email = newEmail()
    const code = await codeFor(email)
    expect(await complain([`/document/${uuid}`], { email, code: "000000" === code ? "000001" : "000000" })).toMatchObject({
      ok: false,
      status: 400,
      message: "邮箱验证码错误",
    })
    expect(await complain([`/document/${uuid}`], { email: newEmail(), code })).toMatchObject({ ok: false, status: 400 })
    expect(await complain([`/document/${uuid}`], { email, code })).toMatchObject({ ok: true })
    expect(await complain([`/document/${uuid}`], { email, code })).toMatchObject({ ok: false, status: 400 })
    for (const [more, message] of [
      [{ is_true: false }, "请确认内容真实"],
      [{ claimant: " " }, "请输入姓名或单位名称"],
      [{ statement: "" }, "请输入侵权说明"],
      [{ capacity: 9 }, "请选择投诉人身份"],
      [{ channel: "post" }, "请选择验证方式"],
      [{ file: ["abc"] }, "证明材料已过期，请重新上传"],
    ] as const)
      expect(await complain([`/document/${uuid}`], { code: "123456", email, ...more })).toMatchObject({ ok: false, status: 400, message })
  })

  test("about things of two authors becomes two cases; the same identity complains of a thing once while it is open, and five times a day", async () => {
    const other = await app.person()
    const [one, two] = [await library.document(author, "甲的文档"), await library.document(other, "乙的文档")]
    const email = newEmail()
    const reply = await complain([`/document/${one.uuid}`, `/document/${two.uuid}`], { email })
    expect(reply.ok && reply.data.number).toHaveLength(2)
    time += 61_000
    expect(await complain([`/document/${two.uuid}`], { email })).toMatchObject({ ok: false, status: 409 })
    for (let n = 0; n < 3; n++) {
      time += 61_000
      const { uuid } = await library.document(author, `再一份 ${n}`)
      expect(await complain([`/document/${uuid}`], { email })).toMatchObject({ ok: true })
    }
    time += 61_000
    expect(await complain([`/document/${(await library.document(author, "第六份")).uuid}`], { email })).toMatchObject({
      ok: false,
      status: 429,
    })
  })

  test("can be proven by SMS; while mail and SMS are off it is refused with a reason", async () => {
    const { uuid } = await library.document(author, "短信验证")
    await switchOnSms(app)
    const mobile = "13912345678"
    await app.call("GET /user/captcha", { type: "complaint", sms: true }, undefined, elsewhere())
    const captcha = await app.call("GET /user/captcha", { type: "complaint", sms: true }, undefined, elsewhere())
    const solved = { captcha: app.captcha.drawn.at(-1)!.answer, captcha_id: captcha.ok ? captcha.data.id : "" }
    expect(await app.call("POST /sms", { mobile, type: CodeType.complaint, ...solved }, undefined, elsewhere())).toMatchObject({ ok: true })
    const code = (await smsTo(app, mobile))!.code
    const sms = { channel: "sms", mobile, code, email: newEmail() }
    expect(await complain([`/document/${uuid}`], { ...sms, mobile: undefined })).toMatchObject({ ok: false, message: "请输入手机号" })
    const row = await complainedOf([`/document/${uuid}`], sms)
    expect(await caseOf(row.id)).toMatchObject({ channel: "sms", mobile, claimant: "林出版社" })
    expect(await app.call("GET /complaint/options")).toMatchObject({ ok: true, data: { mail: true, sms: true, counter_days: 15 } })
    await library.set("email", { enable: false })
    expect(await complain([`/document/${uuid}`], { code: "123456" })).toMatchObject({ ok: false, status: 400 })
    await library.set("email", { enable: true })
  })

  test("keeps proof files, which staff open by an address that ends after a minute", async () => {
    const { uuid } = await library.document(author, "带材料的投诉")
    const { proofKey } = await import("@/server/modules/community/complaint/proof-key.rules")
    const { keepProof } = await import("@/server/modules/community/complaint/proof.usecases")
    const { receiveStream } = await import("@/server/modules/library/attachment/incoming-file.usecases")
    const { Readable } = await import("node:stream")
    const upload = async (name: string, content: string) =>
      keepProof(createCtx(app), name, await receiveStream(app, Readable.from([Buffer.from(content)]), 10))
    await expect(upload("证明.exe", "MZ")).rejects.toThrow("证明材料可以是 PDF")
    await expect(upload("证明.pdf", "not a pdf")).rejects.toThrow("《证明.pdf》的内容不是 PDF")
    await expect(receiveStream(app, Readable.from([Buffer.alloc(1024 * 1024 + 1)]), 1)).rejects.toThrow("文件超过 1 MB")
    const { key } = await upload("出版合同.pdf", "%PDF-1.4 合同")
    const row = await complainedOf([`/document/${uuid}`], { file: [key] })
    const { file } = await caseOf(row.id)
    expect(file).toMatchObject([{ name: "出版合同.pdf", size: 15 }])
    expect(await complain([`/document/${(await library.document(author, "另一份")).uuid}`], { file: [key] })).toMatchObject({
      ok: false,
      message: "证明材料已过期，请重新上传",
    })
    expect(await complain([`/document/${uuid}`], { file: [await proofKey(app, 99_999)] })).toMatchObject({ ok: false, status: 400 })
    const reply = await app.call("GET /complaint/file", { id: row.id, file_id: file[0]!.id }, staff)
    const token = reply.ok ? reply.data.url.slice("/proof/".length) : ""
    expect(await readCaseFile(app, token)).toEqual({ id: row.id, fileId: file[0]!.id })
    expect(await readCaseFile(app, key)).toBeNull()
    time += 61_000
    expect(await readCaseFile(app, token)).toBeNull()
    for (const who of [undefined, author]) expect(await app.call("GET /complaint/file", { id: row.id }, who)).toMatchObject({ ok: false })
    expect(await app.call("GET /complaint/file", { id: row.id, file_id: 99_999 }, staff)).toMatchObject({ ok: false, status: 404 })
    const stored = await app.database.pool.query("select path, user_id from attachment where type = 10 and type_id = $1", [row.id])
    expect(stored.rows).toMatchObject([{ user_id: "0", path: expect.stringMatching(/^\/files\//) }])
  })
})

describe("a takedown", () => {
  test("hides the content, tells the author with the reason and the deadline, and the complainant by mail; a counter-notice and staff restore it", async () => {
    const { uuid } = await library.document(author, "线性代数讲义")
    const article = await library.article(author, "转载的文章")
    await app.call("PUT /article/check", { article_id: [article.id], status: 1 }, staff)
    const row = await complainedOf([`/document/${uuid}`, `/article/${article.identifier}`])
    expect((await mailOf(row.id, ComplaintStatus.pending))?.text).toContain(row.number)
    expect(await app.call("GET /complaint/own/list", {}, author)).not.toMatchObject({ data: { complaint: [{ id: row.id }] } })
    expect(
      await app.call("POST /complaint/counter", { id: row.id, name: "何田", statement: "自己写的", is_true: true }, author),
    ).toMatchObject({
      ok: false,
      status: 404,
    })
    expect(await decide(row.id, ComplaintDecision.takeDown)).toMatchObject({ ok: false, status: 400 })
    expect(await decide(row.id, ComplaintDecision.restore, "不能")).toMatchObject({ ok: false, status: 409 })
    expect(await decide(row.id, ComplaintDecision.takeDown, "材料齐全")).toMatchObject({ ok: true })
    // a counter-notice, not an appeal to staff, is how the author objects
    expect(await app.call("GET /appeal/decision/list", {}, author)).toMatchObject({ ok: true, data: { total: 0 } })
    expect(await isPublic(uuid)).toBe(false)
    expect(await app.call("GET /article", { identifier: article.identifier })).toMatchObject({ ok: false })
    const [notice] = await noticesOf(author)
    expect(notice).toMatchObject({ detail: "材料齐全", href: "/me/complaint" })
    expect(notice!.content).toContain(row.number)
    expect(notice!.content).toContain("2026-12-05 前提交反通知")
    expect((await mailOf(row.id, ComplaintStatus.takenDown))?.text).toContain("已经下架")
    expect(await caseOf(row.id)).toMatchObject({ status: ComplaintStatus.takenDown, target: [{ is_hidden: true }, { is_hidden: true }] })

    const reply = await app.call("GET /complaint/own/list", {}, author)
    const mine = reply.ok ? reply.data.complaint[0]! : null
    expect(mine).toMatchObject({ id: row.id, reason: "材料齐全", claimant: "林出版社", statement: form.statement })
    expect(mine).not.toHaveProperty("email")
    const counter = { id: row.id, name: "何田", statement: "这是我自己写的。", is_true: true }
    expect(await app.call("POST /complaint/counter", counter, await app.person())).toMatchObject({ ok: false, status: 404 })
    expect(await app.call("POST /complaint/counter", { ...counter, statement: "" }, author)).toMatchObject({ ok: false, status: 400 })
    expect(await app.call("POST /complaint/counter", counter, author)).toMatchObject({ ok: true })
    expect(await app.call("POST /complaint/counter", counter, author)).toMatchObject({ ok: false, status: 409 })
    expect((await mailOf(row.id, ComplaintStatus.countered))?.text).toContain("这是我自己写的。")

    expect(await decide(row.id, ComplaintDecision.restore, "投诉人没有起诉")).toMatchObject({ ok: true })
    expect(await isPublic(uuid)).toBe(true)
    expect(await app.call("GET /article", { identifier: article.identifier })).toMatchObject({ ok: true })
    expect((await noticesOf(author))[0]!.content).toContain("恢复展示")
    expect((await mailOf(row.id, ComplaintStatus.restored))?.text).toContain("投诉人没有起诉")
    expect(await caseOf(row.id)).toMatchObject({ status: ComplaintStatus.restored, due_at: null, infringements: 0 })
    expect(await decide(row.id, ComplaintDecision.uphold, "再来")).toMatchObject({ ok: false, status: 409 })
  })

  test("without a basis leaves the content and never reaches the author", async () => {
    const { uuid } = await library.document(author, "没有依据")
    const row = await complainedOf([`/document/${uuid}`])
    const before = (await noticesOf(author)).length
    expect(await decide(row.id, ComplaintDecision.dismiss, "没有权利证明")).toMatchObject({ ok: true })
    expect(await isPublic(uuid)).toBe(true)
    expect(await noticesOf(author)).toHaveLength(before)
    expect((await mailOf(row.id, ComplaintStatus.dismissed))?.text).toContain("没有权利证明")
  })

  test("becomes final when no counter-notice comes in time, and counts against the author", async () => {
    const repeater = await app.person()
    const { uuid } = await library.document(repeater, "过期的期限")
    const row = await complainedOf([`/document/${uuid}`])
    await decide(row.id, ComplaintDecision.takeDown, "盗版")
    await closeComplaintsJob.run(createCtx(app), {}, AbortSignal.timeout(5_000))
    expect(await caseOf(row.id)).toMatchObject({ status: ComplaintStatus.takenDown, infringements: 1 })
    time += 16 * dayMs
    const late = { id: row.id, name: "何田", statement: "晚了", is_true: true }
    expect(await app.call("POST /complaint/counter", late, repeater)).toMatchObject({
      ok: false,
      status: 409,
      message: "提交反通知的期限已过",
    })
    await closeComplaintsJob.run(createCtx(app), {}, AbortSignal.timeout(5_000))
    expect(await caseOf(row.id)).toMatchObject({
      status: ComplaintStatus.upheld,
      outcome: "上传者没有在期限内提交反通知",
      infringements: 1,
    })
    expect(await isPublic(uuid)).toBe(false)
    expect(await app.call("GET /user/list", { id: [repeater.id] }, staff)).toMatchObject({ data: { user: [{ infringements: 1 }] } })
  })

  test("that another complaint also asked for stays when one of them is restored, and goes with the other", async () => {
    const { uuid } = await library.document(author, "两件投诉")
    const [one, two] = [await complainedOf([`/document/${uuid}`]), await complainedOf([`/document/${uuid}`])]
    await decide(one.id, ComplaintDecision.takeDown, "盗版")
    await decide(two.id, ComplaintDecision.takeDown, "也是盗版")
    await decide(one.id, ComplaintDecision.restore)
    expect(await isPublic(uuid)).toBe(false)
    await decide(two.id, ComplaintDecision.restore)
    expect(await isPublic(uuid)).toBe(true)
  })

  test("needs the right to review documents besides the right to handle complaints", async () => {
    const { uuid } = await library.document(author, "没有审核权")
    const row = await complainedOf([`/document/${uuid}`])
    const clerk = await staffWith(app, "ComplaintAPI/ListComplaint", "ComplaintAPI/GetComplaint", "ComplaintAPI/UpdateComplaint")
    expect(await decide(row.id, ComplaintDecision.takeDown, "盗版", clerk)).toMatchObject({ ok: false, status: 403 })
    expect(await decide(row.id, ComplaintDecision.dismiss, "不成立", clerk)).toMatchObject({ ok: true })
  })
})

test("a case waits at the desk with its own deadline, before and after a counter-notice", async () => {
  const { uuid } = await library.document(author, "审核台上的投诉")
  const row = await complainedOf([`/document/${uuid}`])
  const item = { kind: ReviewKind.complaint, id: row.id }
  const waiting = async () => {
    const reply = await app.call("GET /review/list", { kind: [ReviewKind.complaint], size: 100 }, staff)
    return reply.ok ? reply.data.review.find(({ id }) => id === row.id) : undefined
  }
  expect(await waiting()).toMatchObject({ title: "审核台上的投诉", due_at: row.due_at })
  expect(await app.call("GET /review", item, staff)).toMatchObject({ ok: true, data: { record: { infringements: expect.any(Number) } } })
  expect(await app.call("POST /review/verdict", { ...item, approve: false, reason: "盗版" }, staff)).toMatchObject({ ok: true })
  expect(await isPublic(uuid)).toBe(false)
  expect(await waiting()).toBeUndefined()
  await app.call("POST /complaint/counter", { id: row.id, name: "何田", statement: "自己写的", is_true: true }, author)
  expect(await waiting()).toMatchObject({ due_at: new Date(time + 15 * dayMs).toISOString() })
  expect(await app.call("POST /review/verdict", { ...item, approve: true }, staff)).toMatchObject({ ok: true })
  expect(await isPublic(uuid)).toBe(true)
})

test("the public figures count complaints by what became of them", async () => {
  const reply = await app.call("GET /complaint/figures")
  const [year] = reply.ok ? reply.data.year : []
  const { rows } = await app.database.pool.query<{ received: number; restored: number; upheld: number }>(
    "select count(*)::int as received, count(*) filter (where status = 5)::int as restored, count(*) filter (where status = 6)::int as upheld from complaint",
  )
  expect(year).toMatchObject({ year: 2026, ...rows[0] })
  expect(year!.received).toBeGreaterThan(5)
  expect(year!.restored).toBeGreaterThan(0)
})

test("a case as a PDF has its number, its statement and the checksums of its proof", async () => {
  const { uuid } = await library.document(author, "要归档的")
  const row = await complainedOf([`/document/${uuid}`])
  const { name, content } = await caseAsPdf(createCtx(app), row.id)
  expect(name).toBe(`版权投诉 ${row.number}.pdf`)
  const hex = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex").toUpperCase()
  const text = content.toString("latin1")
  expect(text.startsWith("%PDF-1.6")).toBe(true)
  for (const words of [row.number, "全书扫描，没有授权。", "《要归档的》"]) expect(text).toContain(hex(words))
})
