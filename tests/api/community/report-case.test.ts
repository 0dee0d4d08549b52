import { beforeAll, describe, expect, test } from "vitest"
import { ReportKind, ReportVerdict } from "@/lib/contract/community/report.enums"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

let app: TestApp
let library: Library
let author: TestUser
let staff: TestUser
/** Reporters with accounts of more than 30 days, each with an address of a network of their own. */
let reporters: { who: TestUser; ip: string }[]

const age = (who: TestUser, days: number) =>
  app.database.pool.query(`update "user" set created_at = now() - make_interval(days => $2) where id = $1`, [who.id, days])

beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  author = await app.person()
  staff = await app.admin()
  reporters = []
  for (let n = 0; n < 4; n++) {
    const who = await app.person()
    await age(who, 31)
    reporters.push({ who, ip: `198.51.${n}.7` })
  }
})

const report = (input: object, { who, ip }: { who: TestUser; ip: string }) => app.call("POST /report", { reason: 1, ...input }, who, ip)
const reportAll = async (input: object, by = reporters.slice(0, 3)) => {
  for (const one of by) expect(await report(input, one)).toMatchObject({ ok: true })
}
const caseOf = async (type: number, document_id: number) => {
  const reply = await app.call("GET /report/case/list", { size: 100 }, staff)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.report_case.find((one) => one.type === type && one.document_id === document_id)
}
const newComment = async (document_id: number, content: string) => {
  const reply = await app.call("POST /comment", { document_id, content }, await app.person())
  if (!reply.ok) throw new Error(reply.message)
  await app.call("POST /comment/check", { id: [reply.data.id], status: 1 }, staff)
  return reply.data.id
}
const newArticle = async (title: string) => {
  const { id, identifier } = await library.article(author, title)
  await app.call("PUT /article/check", { article_id: [id], status: 1 }, staff)
  return { id, identifier }
}
const latestNotice = async (who: TestUser) => {
  const reply = await app.call("GET /notification/list", { kind: "report" }, who)
  return reply.ok ? reply.data.notification[0] : undefined
}

describe("what can be reported", () => {
  test("an article, a comment and a user with the same number are reported apart, each once per user", async () => {
    const article = await newArticle("可疑的文章")
    const document = await library.document(author, "被评论的文档")
    const comment = await newComment(document.id, "加微信领资料")
    const [one] = reporters
    const targets = [
      [{ type: ReportKind.article, document_id: article.id }, "可疑的文章", `/article/${article.identifier}`],
      [{ type: ReportKind.comment, document_id: comment }, "加微信领资料", `/document/${document.uuid}`],
      [{ type: ReportKind.user, document_id: author.id }, author.username, `/user/${author.id}`],
    ] as const
    for (const [target, title, href] of targets) {
      expect(await report({ ...target, remark: "看一下" }, one!)).toMatchObject({ ok: true })
      expect(await report(target, one!)).toMatchObject({ ok: false, status: 409 })
      expect(await caseOf(target.type, target.document_id)).toMatchObject({
        title,
        href,
        report_count: 1,
        weight: 1,
        is_hidden: false,
        report: [{ reporter_remark: "看一下", document_title: title, user_id: one!.who.id, status: false }],
      })
    }
    const listed = await app.call("GET /report/list", { type: [ReportKind.comment] }, staff)
    expect(listed).toMatchObject({ data: { total: 1, report: [{ document_id: comment, type: ReportKind.comment }] } })
  })

  test("nothing that the reporter may not see can be reported", async () => {
    const waiting = await library.article(author, "还没过审")
    await app.database.pool.query("update article set status = 0 where id = $1", [waiting.id])
    for (const target of [
      { type: ReportKind.article, document_id: waiting.id },
      { type: ReportKind.comment, document_id: 99_999 },
      { type: ReportKind.user, document_id: 99_999 },
    ])
      expect(await report(target, reporters[0]!)).toMatchObject({ ok: false, status: 400, message: "要举报的内容不存在" })
    expect(await report({ type: 9, document_id: 1 }, reporters[0]!)).toMatchObject({ ok: false, message: "请选择举报对象" })
  })

  test("a picture is one that the reporter has uploaded for a report", async () => {
    const { id } = await library.document(author, "带图举报")
    const picture = async (who: TestUser, type: number, name: string) => {
      const path = `/uploads/aa/${name.padStart(64, "0")}.webp`
      await app.database.pool.query(
        "insert into attachment (sha256, hash, user_id, type, path, name, size, ext) values ($1, $2, $3, $4, $5, 'a', 1, '.webp')",
        [name.padStart(64, "0"), name.padStart(32, "0"), who.id, type, path],
      )
      return path
    }
    const [one, two] = reporters.map(({ who }) => who)
    const ofReporter = await picture(one!, AttachmentType.report, "a1")
    const others = [
      await picture(two!, AttachmentType.report, "a2"),
      await picture(one!, AttachmentType.article, "a3"),
      "/uploads/none.webp",
    ]
    for (const path of others)
      expect(await report({ document_id: id, picture: path }, reporters[0]!)).toMatchObject({
        ok: false,
        status: 400,
        message: "图片没有上传成功，请重新选择",
      })
    expect(await report({ document_id: id, picture: ofReporter }, reporters[0]!)).toMatchObject({ ok: true })
    expect(await caseOf(ReportKind.document, id)).toMatchObject({ report: [{ picture: ofReporter }] })
  })
})

describe("automatic hiding", () => {
  test("three reporters to rely on hide a document, which then equals an unknown one; no fault restores it", async () => {
    const { id, uuid } = await library.document(author, "自动隐藏")
    await reportAll({ document_id: id }, reporters.slice(0, 2))
    expect(await app.call("GET /document", { uuid })).toMatchObject({ ok: true })
    await reportAll({ document_id: id }, reporters.slice(2, 3))
    const unknown = await app.call("GET /document", { uuid: "0".repeat(uuid.length) })
    expect(await app.call("GET /document", { uuid })).toEqual(unknown)
    const hidden = await caseOf(ReportKind.document, id)
    expect(hidden).toMatchObject({ is_hidden: true, report_count: 3, weight: 3 })
    expect(
      await app.call("PUT /report/case", { case_id: hidden!.id, verdict: ReportVerdict.dismissed, answer: "内容合规" }, staff),
    ).toMatchObject({ ok: true })
    expect(await app.call("GET /document", { uuid })).toMatchObject({ ok: true })
    expect(await caseOf(ReportKind.document, id)).toBeUndefined()
    expect(await latestNotice(reporters[0]!.who)).toMatchObject({
      content: "你举报的文档《自动隐藏》经核实没有违规，谢谢你的留意",
      detail: "内容合规",
    })
    // a dismissed report makes the next ones of these reporters light
    const next = await library.document(author, "下一份")
    await reportAll({ document_id: next.id })
    expect(await caseOf(ReportKind.document, next.id)).toMatchObject({ is_hidden: false, weight: 0.9 })
    await app.database.pool.query("update report set verdict = 0")
  })

  test("reports from one network count once, new accounts count 0.3, and reports about one's own things nothing", async () => {
    const { id } = await library.document(author, "一个网段")
    const [one, two, three, four] = reporters.map(({ who }) => who)
    await reportAll({ document_id: id }, [
      { who: one!, ip: "192.0.2.1" },
      { who: two!, ip: "192.0.2.200" },
      { who: three!, ip: "2001:db8:1:2::1" },
      { who: four!, ip: "2001:db8:1:2::2" },
    ])
    expect(await caseOf(ReportKind.document, id)).toMatchObject({ report_count: 4, weight: 2, is_hidden: false })
    await reportAll({ document_id: id }, [{ who: await app.person(), ip: "192.0.3.1" }])
    expect(await caseOf(ReportKind.document, id)).toMatchObject({ report_count: 5, weight: 2.3, is_hidden: false })
    await age(author, 400)
    await reportAll({ document_id: id }, [{ who: author, ip: "192.0.4.1" }])
    expect(await caseOf(ReportKind.document, id)).toMatchObject({ report_count: 6, weight: 2.3, is_hidden: false })
  })

  test("the setting 0 hides nothing", async () => {
    await library.set("security", { report_hide_weight: 0 })
    const { id, uuid } = await library.document(author, "不自动隐藏")
    await reportAll({ document_id: id })
    expect(await app.call("GET /document", { uuid })).toMatchObject({ ok: true })
    await library.set("security", { report_hide_weight: 3 })
  })

  test("parallel reports are weighed together", async () => {
    const { id, uuid } = await library.document(author, "同时举报")
    await Promise.all(reporters.slice(0, 3).map((one) => report({ document_id: id }, one)))
    expect(await app.call("GET /document", { uuid })).toMatchObject({ ok: false, status: 404 })
    expect(await caseOf(ReportKind.document, id)).toMatchObject({ is_hidden: true, report_count: 3 })
  })

  test("an article, a comment and a user's page are hidden and restored in the same way", async () => {
    const article = await newArticle("自动隐藏的文章")
    const document = await library.document(author, "评论被隐藏")
    const comment = await newComment(document.id, "广告评论")
    const person = await app.person()
    const isComment = async () => {
      const reply = await app.call("GET /comment/list", { document_id: document.id })
      return reply.ok && reply.data.comment.length === 1
    }
    const isArticle = async () => (await app.call("GET /article", { identifier: article.identifier })).ok
    const isPage = async () => (await app.call("GET /user", { id: person.id })).ok
    for (const [type, document_id, isVisible] of [
      [ReportKind.article, article.id, isArticle],
      [ReportKind.comment, comment, isComment],
      [ReportKind.user, person.id, isPage],
    ] as const) {
      expect(await isVisible()).toBe(true)
      await reportAll({ type, document_id })
      expect(await isVisible()).toBe(false)
      const hidden = await caseOf(type, document_id)
      await app.call("PUT /report/case", { case_id: hidden!.id, verdict: ReportVerdict.dismissed }, staff)
      expect(await isVisible()).toBe(true)
      await app.database.pool.query("update report set verdict = 0")
    }
    expect(await app.call("GET /user", { id: person.id }, person)).toMatchObject({ ok: true })
  })

  test("a thing about which staff have decided meanwhile is not restored", async () => {
    const { id, uuid } = await library.document(author, "已经禁用")
    await reportAll({ document_id: id })
    await app.call("PUT /document/check", { id: [id], status: 4 }, staff)
    const hidden = await caseOf(ReportKind.document, id)
    await app.call("PUT /report/case", { case_id: hidden!.id, verdict: ReportVerdict.dismissed }, staff)
    expect(await app.call("GET /document", { uuid })).toMatchObject({ ok: false, status: 404 })
    await app.database.pool.query("update report set verdict = 0")
  })
})

describe("verdicts", () => {
  test("upheld takes the thing down and tells every reporter; a second verdict changes nothing", async () => {
    const { id, uuid } = await library.document(author, "举报属实")
    await reportAll({ document_id: id }, reporters.slice(0, 2))
    const { id: case_id } = (await caseOf(ReportKind.document, id))!
    const verdict = { case_id, verdict: ReportVerdict.upheld, answer: "已经下架", remark: "扫描的教材" }
    expect(await app.call("PUT /report/case", verdict, staff)).toMatchObject({ ok: true })
    expect(await app.call("GET /document", { uuid })).toMatchObject({ ok: false, status: 404 })
    for (const { who } of reporters.slice(0, 2)) {
      const notice = await latestNotice(who)
      expect(notice).toMatchObject({ content: "你举报的一份文档已经处理，谢谢你的举报", detail: "已经下架" })
      expect(JSON.stringify(notice)).not.toContain("扫描的教材")
    }
    const decided = await app.call("GET /report/case", { case_id }, staff)
    expect(decided).toMatchObject({
      data: { report_count: 0, opened_at: null, report: [{ verdict: ReportVerdict.upheld, remark: "扫描的教材" }, { status: true }] },
    })
    const { rows } = await app.database.pool.query("select count(*)::int as n from notification where kind = 'report'")
    await app.call("PUT /report/case", verdict, staff)
    expect((await app.database.pool.query("select count(*)::int as n from notification where kind = 'report'")).rows).toEqual(rows)
  })

  test("others may not read or decide cases, and an unknown case is a 404", async () => {
    const { id } = await library.document(author, "没有权限")
    await reportAll({ document_id: id }, reporters.slice(0, 1))
    const { id: case_id } = (await caseOf(ReportKind.document, id))!
    for (const who of [undefined, reporters[0]!.who]) {
      const status = who ? 403 : 401
      expect(await app.call("GET /report/case", { case_id }, who)).toMatchObject({ ok: false, status })
      expect(await app.call("GET /report/case/list", {}, who)).toMatchObject({ ok: false, status })
      expect(await app.call("PUT /report/case", { case_id, verdict: 2 }, who)).toMatchObject({ ok: false, status })
    }
    for (const verdict of [0, 3]) expect(await app.call("PUT /report/case", { case_id, verdict }, staff)).toMatchObject({ status: 400 })
    expect(await app.call("PUT /report/case", { case_id: 99_999, verdict: 2 }, staff)).toMatchObject({ ok: false, status: 404 })
    expect(await app.call("GET /report/case", { case_id: 99_999 }, staff)).toMatchObject({ ok: false, status: 404 })
  })

  test("a deleted report no longer counts in its case", async () => {
    const person = await app.person()
    await reportAll({ type: ReportKind.user, document_id: person.id }, reporters.slice(0, 2))
    const before = (await caseOf(ReportKind.user, person.id))!
    expect(before.report_count).toBe(2)
    await app.call("DELETE /report", { id: [before.report[0]!.id] }, staff)
    expect(await caseOf(ReportKind.user, person.id)).toMatchObject({ report_count: 1, weight: 1 })
    await app.call("DELETE /report", { id: [before.report[1]!.id] }, staff)
    expect(await caseOf(ReportKind.user, person.id)).toBeUndefined()
  })
})
