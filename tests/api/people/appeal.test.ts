import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { AppealStatus, DecisionKind, DecisionVerdict } from "@/lib/contract/people/appeal.enums"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { libraryOf, type Library } from "../../setup/library"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

let app: TestApp
let library: Library
let admin: TestUser
let author: TestUser
let judge: TestUser
let second: TestUser
let clock = 0

const checks = ["DocumentAPI/CheckDocument", "ArticleAPI/CheckArticles", "CommentAPI/CheckComment"]
const punishes = ["PunishmentAPI/CreatePunishment", "PunishmentAPI/UpdatePunishment", "PunishmentAPI/CancelPunishment"]
const answers = ["AppealAPI/ListAppeal", "AppealAPI/AnswerAppeal"]

beforeAll(async () => {
  app = await testApp({ now: () => new Date(Date.now() + clock) })
  library = libraryOf(app)
  admin = await app.admin()
  judge = await staffWith(app, ...checks, ...punishes, ...answers)
  second = await staffWith(app, ...checks, ...punishes, ...answers)
})
beforeEach(async () => {
  author = await app.person()
})

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)
const decisions = async (as: TestUser, input: object = {}) => {
  const reply = await app.call("GET /appeal/decision/list", input, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const latest = async (as: TestUser) => (await decisions(as)).decision[0]!
const appeal = (decision_id: number, as: TestUser, content = "这是我自己写的") => app.call("POST /appeal", { decision_id, content }, as)
const sent = async (decision_id: number, as: TestUser) => {
  const reply = await appeal(decision_id, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.id
}
const answer = (id: number, upheld: boolean, as: TestUser, words = "核实过了") => app.call("PUT /appeal", { id, upheld, answer: words }, as)
const read = async (id: number, as: TestUser) => {
  const reply = await app.call("GET /appeal", { id }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const told = async (as: TestUser) => {
  const reply = await app.call("GET /notification/list", {}, as)
  return reply.ok ? reply.data.notification : []
}
const ok = { ok: true }

const rejectedDocument = async (reason = "内容不完整", by = judge) => {
  const document = await library.document(author, `文档 ${Math.random()}`)
  await query("update document set status = 6 where id = $1", [document.id])
  expect(await app.call("PUT /document/check", { id: [document.id], status: 7, reason }, by)).toMatchObject(ok)
  return document
}
const statusOf = async (table: string, id: number) => {
  const { rows } = await query(`select status from ${table} where id = $1`, [id])
  return Number(rows[0].status)
}

describe("decisions", () => {
  test("a rejection is listed for its author only, with the reason, and its notification leads to it", async () => {
    const document = await rejectedDocument()
    const row = await latest(author)
    expect(row).toMatchObject({
      kind: DecisionKind.document,
      verdict: DecisionVerdict.rejected,
      href: `/document/${document.uuid}`,
      reason: "内容不完整",
      in_effect: true,
      appeal: null,
    })
    expect(row).not.toHaveProperty("decided_by")
    expect((await decisions(await app.person())).total).toBe(0)
    const [notice] = await told(author)
    expect(notice).toMatchObject({ kind: "document_review", appeal_href: `/me/appeal?id=${row.id}` })
    expect((await decisions(author, { id: row.id })).total).toBe(1)
    expect((await decisions(author, { kind: DecisionKind.comment })).total).toBe(0)
  })

  test("punishments are listed with their end, and end with it", async () => {
    const end = new Date(app.now().getTime() + 3_600_000)
    const input = { user_id: [author.id], type: [PunishmentType.comment], reason: "刷屏", remark: "内部", end_time: end.toISOString() }
    expect(await app.call("POST /punishment", input, judge)).toMatchObject(ok)
    const row = await latest(author)
    expect(row).toMatchObject({ kind: DecisionKind.punishment, title: "禁止评论", reason: "刷屏", in_effect: true })
    expect(new Date(row.end_time!).getTime()).toBe(end.getTime())
    expect(JSON.stringify(row)).not.toContain("内部")
    const [notice] = await told(author)
    expect(notice).toMatchObject({ kind: "punishment", appeal_href: "/me/appeal?kind=4" })
    clock += 7_200_000
    expect(await latest(author)).toMatchObject({ in_effect: false })
    expect(await appeal(row.id, author)).toMatchObject({ status: 409, message: "这项处理已经不再生效，不用申诉了" })
  })

  test("a punishment that is extended is a new decision of whoever extended it; another remark is none", async () => {
    await app.call("POST /punishment", { user_id: [author.id], type: [PunishmentType.upload] }, judge)
    const first = await latest(author)
    const { rows } = await query("select id from punishment where user_id = $1", [author.id])
    const id = Number(rows[0].id)
    await app.call("PUT /punishment", { id, remark: "第二次" }, second)
    expect((await decisions(author)).total).toBe(1)
    await app.call("PUT /punishment", { id, end_time: new Date(app.now().getTime() + 1_000_000).toISOString() }, second)
    const { total, decision } = await decisions(author)
    expect(total).toBe(2)
    expect(decision.map(({ in_effect }) => in_effect)).toEqual([true, false])
    expect(await appeal(first.id, author)).toMatchObject({ status: 409 })
  })
})

describe("an appeal", () => {
  test("is sent once per decision, by the user whom the decision is against, with a text", async () => {
    await rejectedDocument()
    const { id } = await latest(author)
    expect(await app.call("POST /appeal", { decision_id: id, content: "理由" })).toMatchObject({ status: 401 })
    expect(await appeal(id, await app.person())).toMatchObject({ status: 404 })
    expect(await appeal(999_999, author)).toMatchObject({ status: 404 })
    expect(await appeal(id, author, "  ")).toMatchObject({ status: 400, message: "请输入申诉理由" })
    const both = await Promise.all([appeal(id, author), appeal(id, author)])
    expect(both.filter(({ ok: isSent }) => isSent)).toHaveLength(1)
    expect(await appeal(id, author)).toMatchObject({ status: 409, message: "你已经申诉过这项处理，每项处理只能申诉一次" })
    expect(await latest(author)).toMatchObject({ appeal: { content: "这是我自己写的", status: AppealStatus.waiting } })
  })

  test("a punished user can still appeal wherever they can log in", async () => {
    const type = [2, 3, 4, 5, 6]
    await app.call("POST /punishment", { user_id: [author.id], type }, judge)
    expect(await app.call("POST /comment", { document_id: 1, content: "你好" }, author)).toMatchObject({ status: 403 })
    for (const { id } of (await decisions(author)).decision) expect(await appeal(id, author)).toMatchObject(ok)
    expect((await decisions(author)).total).toBe(type.length)
  })
})

describe("an answer", () => {
  test("comes from another member of staff than the one who decided, with the right to undo the decision", async () => {
    const document = await rejectedDocument()
    const id = await sent((await latest(author)).id, author)
    expect(await app.call("PUT /appeal", { id, upheld: true })).toMatchObject({ status: 401 })
    expect(await answer(id, true, author)).toMatchObject({ status: 403 })
    const mine = "这是你作出的处理，申诉要由另一位同事答复"
    expect(await answer(id, true, judge)).toMatchObject({ status: 403, message: mine })
    expect(await answer(id, false, judge)).toMatchObject({ status: 403, message: mine })
    expect((await read(id, judge)).refusal).toBe(mine)
    const narrow = await staffWith(app, ...answers, "CommentAPI/CheckComment")
    expect(await answer(id, true, narrow)).toMatchObject({ status: 403, message: "你没有权限审核文档" })
    expect(await answer(id, false, second, " ")).toMatchObject({ status: 400, message: "请写明维持原处理的理由" })
    expect(await statusOf("document", document.id)).toBe(7)
    expect(await read(id, second)).toMatchObject({ refusal: "", in_effect: true, decided_by: judge.username, reason: "内容不完整" })
    expect(await answer(id, true, second)).toMatchObject(ok)
    expect(await statusOf("document", document.id)).not.toBe(7)
    expect(await read(id, judge)).toMatchObject({ status: AppealStatus.upheld, answered_by: second.username, in_effect: false })
    expect(await latest(author)).toMatchObject({ appeal: { status: AppealStatus.upheld, answer: "核实过了" }, in_effect: false })
    const notices = await told(author)
    expect(notices.find(({ kind }) => kind === "appeal")).toMatchObject({ detail: "核实过了", href: "/me/appeal" })
    expect(notices.find(({ kind }) => kind === "appeal")!.content).toMatch(/的申诉成立，原来的处理已撤销$/)
    expect(await answer(id, true, second)).toMatchObject({ status: 409, message: "这条申诉已经有答复了" })
    expect(await answer(999_999, true, second)).toMatchObject({ status: 404 })
  })

  test("of two members of staff who answer at once, one does", async () => {
    await rejectedDocument()
    const id = await sent((await latest(author)).id, author)
    const third = await staffWith(app, ...checks, ...answers)
    const both = await Promise.all([answer(id, true, second), answer(id, false, third)])
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
    expect((await told(author)).filter(({ kind }) => kind === "appeal")).toHaveLength(1)
  })

  test("that lets the decision stand changes nothing and tells why", async () => {
    const document = await rejectedDocument()
    const id = await sent((await latest(author)).id, author)
    expect(await answer(id, false, second, "确实缺页")).toMatchObject(ok)
    expect(await statusOf("document", document.id)).toBe(7)
    const notice = (await told(author)).find(({ kind }) => kind === "appeal")!
    expect(notice).toMatchObject({ detail: "确实缺页" })
    expect(notice.content).toMatch(/没有成立，维持原来的处理$/)
  })

  test("publishes an article and a comment, and lifts a punishment", async () => {
    const article = await library.article(author, `文章 ${Math.random()}`)
    await app.call("PUT /article/check", { article_id: [article.id], status: 2, reject_reason: "广告" }, judge)
    const target = await library.document(second, "被评论的文档")
    const comment = await app.call("POST /comment", { document_id: target.id, content: "有用" }, author)
    const commentId = comment.ok ? comment.data.id : 0
    await app.call("POST /comment/check", { id: [commentId], status: 2 }, judge)
    await app.call("POST /punishment", { user_id: [author.id], type: [PunishmentType.upload], reason: "盗版" }, judge)
    const { decision } = await decisions(author)
    expect(decision.map(({ kind }) => kind)).toEqual([DecisionKind.punishment, DecisionKind.comment, DecisionKind.article])
    for (const row of decision) expect(await answer(await sent(row.id, author), true, second)).toMatchObject(ok)
    expect(await statusOf("article", article.id)).toBe(1)
    expect(await statusOf("comment", commentId)).toBe(1)
    expect(await app.call("GET /user/caniuploaddocument", {}, author)).toMatchObject(ok)
    const contents = (await told(author)).filter(({ kind }) => kind === "appeal").map(({ content }) => content)
    expect(contents).toContain("你对“禁止上传”的申诉成立，原来的处理已撤销")
  })

  test("never publishes what its author has changed meanwhile", async () => {
    const document = await rejectedDocument()
    const id = await sent((await latest(author)).id, author)
    await query("update document set status = 6 where id = $1", [document.id])
    expect(await read(id, judge)).toMatchObject({ in_effect: false, refusal: "" })
    expect(await answer(id, true, second)).toMatchObject(ok)
    expect(await statusOf("document", document.id)).toBe(6)
    expect(await read(id, second)).toMatchObject({ status: AppealStatus.ended })
    expect((await told(author)).find(({ kind }) => kind === "appeal")!.content).toMatch(/已结束，原来的处理已经不再生效$/)
  })

  test("a later decision about the same thing replaces the earlier one", async () => {
    const document = await rejectedDocument()
    const first = await latest(author)
    await query("update document set status = 6 where id = $1", [document.id])
    await app.call("PUT /document/check", { id: [document.id], status: 7, reason: "还是不完整" }, second)
    expect(await appeal(first.id, author)).toMatchObject({ status: 409 })
    const id = await sent((await latest(author)).id, author)
    expect(await answer(id, true, second)).toMatchObject({ status: 403 })
    expect(await answer(id, true, judge)).toMatchObject(ok)
  })

  test("never comes from the appellant, even if they are staff", async () => {
    author = await staffWith(app, ...checks, ...answers)
    await rejectedDocument()
    const id = await sent((await latest(author)).id, author)
    expect(await answer(id, true, author)).toMatchObject({ status: 403, message: "不能答复自己的申诉" })
  })

  test("what a rule of the site decided is answered by anybody with the right", async () => {
    const document = await rejectedDocument()
    await query("update decision set decided_by = 0 where object_id = $1 and kind = 1", [document.id])
    const id = await sent((await latest(author)).id, author)
    expect(await read(id, judge)).toMatchObject({ decided_by: "", refusal: "" })
    expect(await answer(id, true, judge)).toMatchObject(ok)
  })
})

test("staff list appeals by state and words; others do not", async () => {
  await rejectedDocument()
  const id = await sent((await latest(author)).id, author)
  expect(await app.call("GET /appeal/list", {}, author)).toMatchObject({ status: 403 })
  expect(await app.call("GET /appeal", { id }, author)).toMatchObject({ status: 403 })
  expect(await app.call("GET /appeal/list", {})).toMatchObject({ status: 401 })
  expect(await app.call("GET /appeal/decision/list", {})).toMatchObject({ status: 401 })
  const listed = await app.call("GET /appeal/list", { status: [AppealStatus.waiting], kind: [DecisionKind.document], wd: "自己写" }, second)
  expect(listed.ok && listed.data.appeal[0]).toMatchObject({ id, username: author.username, answered_by: "" })
  expect(listed.ok && listed.data.appeal.every(({ status }) => status === AppealStatus.waiting)).toBe(true)
  const none = await app.call("GET /appeal/list", { status: [AppealStatus.waiting], wd: "没有这样的词" }, second)
  expect(none).toMatchObject({ data: { total: 0 } })
  expect(await app.call("GET /appeal", { id: 999_999 }, second)).toMatchObject({ status: 404 })
})

describe("a site with one member of staff", () => {
  test("lets the only one who can answer also answer appeals against their own decisions", async () => {
    const alone = await testApp()
    const root = await alone.admin()
    const person = await alone.person()
    const reviewer = await staffWith(alone, ...checks)
    await alone.call("POST /punishment", { user_id: [person.id], type: [PunishmentType.comment] }, root)
    const listed = await alone.call("GET /appeal/decision/list", {}, person)
    const decision_id = listed.ok ? listed.data.decision[0]!.id : 0
    const filed = await alone.call("POST /appeal", { decision_id, content: "误伤" }, person)
    const id = filed.ok ? filed.data.id : 0
    // staff who may review but not answer do not count
    expect(await alone.call("PUT /appeal", { id, upheld: true }, reviewer)).toMatchObject({ status: 403 })
    const other = await staffWith(alone, ...punishes, ...answers)
    expect(await alone.call("PUT /appeal", { id, upheld: true }, root)).toMatchObject({ status: 403 })
    // a disabled colleague does not count either
    await libraryOf(alone).punish(other, PunishmentType.account)
    expect(await alone.call("PUT /appeal", { id, upheld: true }, root)).toMatchObject(ok)
  })
})

test("the first administrator answers what staff decided, and staff what the administrator decided", async () => {
  await rejectedDocument("不行", admin)
  const id = await sent((await latest(author)).id, author)
  expect(await answer(id, true, admin)).toMatchObject({ status: 403 })
  expect(await answer(id, true, judge)).toMatchObject(ok)
})

test("the desk has appeals with their deadline, and a verdict there answers them", async () => {
  const desk = ["ReviewAPI/ListReview", "ReviewAPI/DecideReview"]
  const reviewer = await staffWith(app, ...desk, ...checks, ...answers)
  const document = await rejectedDocument()
  const id = await sent((await latest(author)).id, author)
  const queue = await app.call("GET /review/list", { kind: [ReviewKind.appeal] }, reviewer)
  const item = queue.ok ? queue.data.review.find((one) => one.id === id) : undefined
  expect(item).toMatchObject({ kind: ReviewKind.appeal, user: { id: author.id } })
  expect(Date.parse(item!.due_at!) - Date.parse(item!.waiting_since!)).toBe(24 * 3_600_000)
  expect(await app.call("GET /review", { kind: ReviewKind.appeal, id }, reviewer)).toMatchObject({
    ok: true,
    data: { record: { documents: 1 } },
  })
  await query("update decision set decided_by = $1 where object_id = $2 and kind = 1", [reviewer.id, document.id])
  expect(await app.call("PUT /review/claim", { kind: ReviewKind.appeal, id }, reviewer)).toMatchObject({
    status: 403,
    message: "这是你作出的处理，申诉要由另一位同事答复",
  })
  await query("update decision set decided_by = $1 where object_id = $2 and kind = 1", [judge.id, document.id])
  expect(await app.call("PUT /review/claim", { kind: ReviewKind.appeal, id }, reviewer)).toMatchObject(ok)
  expect(await answer(id, true, second)).toMatchObject({ status: 409 })
  expect(await app.call("POST /review/verdict", { kind: ReviewKind.appeal, id, approve: false }, reviewer)).toMatchObject({ status: 400 })
  expect(await app.call("POST /review/verdict", { kind: ReviewKind.appeal, id, approve: true }, reviewer)).toMatchObject(ok)
  expect(await statusOf("document", document.id)).not.toBe(7)
  expect(await app.call("POST /review/verdict", { kind: ReviewKind.appeal, id, approve: true }, reviewer)).toMatchObject({ status: 404 })
})
