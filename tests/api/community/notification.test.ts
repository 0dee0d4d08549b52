import { beforeAll, describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { notificationDays, notificationKindNames } from "@/lib/contract/community/notification.kinds"
import { DocumentVisibility } from "@/lib/contract/library/document.enums"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import type { Notification } from "@/lib/contract/types"
import { notificationTable } from "@/server/modules/community/notification/notification.table"
import { sweepTables } from "@/server/db/sweeps"
import { tellMembers } from "@/server/modules/money/order/membership-reminder.usecases"
import { refundNumber } from "@/lib/rules/money/refund"
import { planOf, queriesOf } from "../../setup/queries"
import { shopOf, type TestShop } from "../../setup/shop"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

let app: TestApp
let shop: TestShop
let now = new Date("2026-11-20T04:00:00Z")
let owner: TestUser
let reader: TestUser
let root: TestUser
let documentId: number
const title = "高等数学讲义"

beforeAll(async () => {
  app = await testApp({ now: () => now })
  shop = shopOf(app)
  await shop.set("score", { credit_name: "豆元", author_income: 50 })
  root = await app.admin()
  owner = await app.person("zhuren")
  reader = await app.person("duzhe")
  documentId = (await shop.document(owner, title)).id
})
const later = (seconds = 60) => (now = new Date(now.getTime() + seconds * 1000))
const say = async (as: TestUser, content: string, more = {}) => {
  later()
  const reply = await app.call("POST /comment", { document_id: documentId, content, ...more }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const listOf = async (as: TestUser, input: object = {}): Promise<Notification[]> => {
  const reply = await app.call("GET /notification/list", input, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.notification
}
const latest = async (as: TestUser, kind: string): Promise<Notification | undefined> => (await listOf(as, { kind }))[0]
const unreadOf = async (as: TestUser) => {
  const reply = await app.call("GET /notification/count", {}, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.unread
}
const ok = { ok: true, status: 200 }

describe("kinds", () => {
  test("a comment tells the owner, a reply the author of the comment, a mention the user it names; each is told once", async () => {
    const third = await app.person("disan")
    const first = await say(reader, "写得很清楚")
    expect(await latest(owner, "comment")).toMatchObject({
      content: `duzhe 评论了你的文档《${title}》`,
      detail: "写得很清楚",
      href: expect.stringMatching(/^\/document\//),
      actor: { id: reader.id, username: "duzhe" },
      is_read: false,
    })
    await say(owner, "谢谢 @duzhe 和 @disan", { parent_id: first.id })
    expect(await latest(reader, "reply")).toMatchObject({ content: `zhuren 回复了你在文档《${title}》下的评论` })
    expect(await latest(reader, "mention")).toBeUndefined()
    expect(await latest(third, "mention")).toMatchObject({
      content: `zhuren 在文档《${title}》的评论里提到了你`,
      actor: { username: "zhuren" },
    })
    // the owner's own comment is no news for them
    expect(await listOf(owner, { kind: "comment" })).toHaveLength(1)
  })

  test("a comment in review tells nobody until it is approved; its author is told of the verdict", async () => {
    const person = await app.person()
    await shop.onlyGroup(person, { enable_comment: true, enable_comment_approval: true })
    const { id, status } = await say(person, "要审核的评论")
    expect(status).toBe(0)
    const before = (await listOf(owner, { kind: "comment" })).length
    expect(await app.call("POST /comment/check", { id: [id], status: 1 }, root)).toMatchObject(ok)
    expect(await listOf(owner, { kind: "comment" })).toHaveLength(before + 1)
    expect(await latest(person, "comment_review")).toMatchObject({ content: `你在文档《${title}》下的评论通过了审核`, actor: null })
    await app.call("POST /comment/check", { id: [id], status: 2 }, root)
    expect(await latest(person, "comment_review")).toMatchObject({ content: `你在文档《${title}》下的评论没有通过审核`, detail: "" })
  })

  test("the owner of a document or an article is told of a verdict with its reason, but not of their own", async () => {
    const document = await shop.document(owner, "待审的文档")
    await app.call("PUT /document/check", { id: [document.id], status: 4, reason: "内容违规" }, root)
    expect(await latest(owner, "document_review")).toMatchObject({
      content: "你的文档《待审的文档》已被禁用",
      detail: "内容违规",
      actor: null,
    })
    later()
    await app.call("PUT /document/check", { id: [document.id], status: 2 }, root)
    expect(await latest(owner, "document_review")).toMatchObject({ content: "你的文档《待审的文档》已恢复展示", detail: "" })
    const article = await shop.article(owner, "待审的文章")
    await app.call("PUT /article/check", { article_id: [article.id], status: 2, reject_reason: "图片太多" }, root)
    expect(await latest(owner, "article_review")).toMatchObject({ content: "你的文章《待审的文章》没有通过审核", detail: "图片太多" })
    const rootDocument = await shop.document(root, "站长的文档")
    await app.call("PUT /document/check", { id: [rootDocument.id], status: 4 }, root)
    expect(await latest(root, "document_review")).toBeUndefined()
  })

  test("favourites in parallel become one notification that counts each person once", async () => {
    const { id } = await shop.document(owner, "大家都收藏的文档")
    const people = await Promise.all(Array.from({ length: 12 }, () => app.person()))
    await Promise.all(people.map((person) => app.call("POST /favorite", { document_id: id }, person)))
    const merged = await listOf(owner, { kind: "favorite" })
    expect(merged).toHaveLength(1)
    expect(merged[0]).toMatchObject({ count: 12 })
    expect(merged[0]!.content).toMatch(/^reader\d+ 等 12 人收藏了你的文档《大家都收藏的文档》$/)
    const again = async (person: TestUser) => {
      const favorite = await app.call("GET /favorite", { document_id: id }, person)
      await app.call("DELETE /favorite", { id: [favorite.ok ? favorite.data.id! : 0] }, person)
      await app.call("POST /favorite", { document_id: id }, person)
    }
    await again(people[0]!)
    await app.call("POST /favorite", { document_id: id }, owner)
    expect(await latest(owner, "favorite")).toMatchObject({ count: 12 })
    // what was read is not changed any more
    await app.call("PUT /notification/read", { id: [merged[0]!.id] }, owner)
    await again(people[1]!)
    expect(await listOf(owner, { kind: "favorite" })).toHaveLength(1)
    later()
    await app.call("POST /favorite", { document_id: id }, reader)
    expect(await listOf(owner, { kind: "favorite" })).toMatchObject([
      { count: 1, content: "duzhe 收藏了你的文档《大家都收藏的文档》", is_read: false },
      { count: 12, is_read: true },
    ])
  })

  test("the author is told of a sale, the buyer of a refund, and of credits that were granted", async () => {
    const buyer = await shop.buyer()
    expect(await app.call("POST /order/system/recharge", { user_id: buyer.id, credit: 100, remark: "活动" }, root)).toMatchObject(ok)
    expect(await latest(buyer, "credit")).toMatchObject({ content: "充值成功，获得 100 豆元", href: "/me/credit" })
    const { id } = await shop.document(owner, "收费的文档", { price: 10 })
    const order = await shop.order(buyer, id)
    expect(await shop.pay(buyer, order.order_no)).toMatchObject(ok)
    expect(await latest(owner, "sale")).toMatchObject({ content: "你的文档《收费的文档》被购买，获得 5 豆元", actor: null })
    const input = { order_no: order.order_no, refund_no: refundNumber(now), remark: "买错了", amount: 10, fen: 0 }
    expect(await app.call("POST /order/refund", input, root)).toMatchObject(ok)
    expect(await latest(buyer, "refund")).toMatchObject({ content: "文档《收费的文档》的订单已退款，退回 10 豆元" })
  })

  test("members are told once, three days before their last card ends", async () => {
    await shop.set("vip", { enable: true })
    const person = await app.person()
    const end = new Date(now.getTime() + 4 * 86_400_000)
    await app.database.pool.query("insert into user_vip (user_id, type, joined_at, expired_at) values ($1, 1, $2, $3)", [
      person.id,
      now,
      end,
    ])
    const tell = () => tellMembers(createCtx(app), () => false)
    await tell()
    expect(await listOf(person)).toEqual([])
    later(86_400 + 60)
    await tell()
    await tell()
    expect(await listOf(person)).toMatchObject([
      { kind: "membership", href: "/me/vip", content: expect.stringMatching(/^你的.+将在 2026-11-2\d \d\d:\d\d 到期$/) },
    ])
  })

  test("a punished user is told of all restrictions at once, with reason and end", async () => {
    const person = await app.person()
    const input = {
      user_id: [person.id],
      type: [PunishmentType.comment, PunishmentType.upload],
      reason: "发广告",
      end_time: "2026-12-31T16:00:00Z",
    }
    expect(await app.call("POST /punishment", input, root)).toMatchObject(ok)
    expect(await listOf(person, { kind: "punishment" })).toMatchObject([
      { content: "你的账号受到处罚：禁止评论、禁止上传，到 2027-01-01 00:00 为止", detail: "发广告" },
    ])
  })

  test("a reporter is told once that the report was handled, without the note of staff", async () => {
    await app.call("POST /report", { document_id: documentId, reason: 1 }, reader)
    const list = await app.call("GET /report/list", {}, root)
    const id = list.ok ? list.data.report[0]!.id : 0
    for (let time = 0; time < 2; time += 1)
      expect(await app.call("PUT /report", { id, status: true, remark: "只给员工看" }, root)).toMatchObject(ok)
    expect(await listOf(reader, { kind: "report" })).toMatchObject([
      { content: `你举报的文档《${title}》已经处理，谢谢你的举报`, detail: "" },
    ])
  })
})

describe("visibility", () => {
  test("no notification names a document or quotes its comments to somebody who may not read it", async () => {
    const { id, uuid } = await shop.document(owner, "后来私有的文档")
    const first = await app.call("POST /comment", { document_id: id, content: "公开时的评论" }, reader)
    later()
    await app.call("POST /comment", { document_id: id, content: "秘密的回复", parent_id: first.ok ? first.data.id : 0 }, owner)
    expect(await latest(reader, "reply")).toMatchObject({ detail: "秘密的回复", href: `/document/${uuid}` })
    expect(await app.call("PUT /document/visibility", { document_id: [id], visibility: DocumentVisibility.owner }, owner)).toMatchObject(ok)
    const hidden = await latest(reader, "reply")
    expect(hidden).toMatchObject({ content: "zhuren 回复了你在一份文档下的评论", detail: "", href: "" })
    expect(JSON.stringify(await listOf(reader))).not.toContain("后来私有的文档")
    // users who may not read it are not told of new comments
    later()
    await app.call("POST /comment", { document_id: id, content: "@duzhe 看不见的", parent_id: first.ok ? first.data.id : 0 }, owner)
    expect((await latest(reader, "reply"))!.id).toBe(hidden!.id)
    expect(await latest(reader, "mention")).toBeUndefined()
  })

  test("a deleted comment is no longer quoted", async () => {
    const { id } = await say(reader, "马上删除的评论")
    expect((await latest(owner, "comment"))!.detail).toBe("马上删除的评论")
    await app.call("DELETE /comment", { id: [id] }, reader)
    expect((await latest(owner, "comment"))!.detail).toBe("")
  })
})

describe("calls", () => {
  test.each([
    ["GET /notification/list", { kind: "unknown" }],
    ["PUT /notification/read", {}],
    ["PUT /notification/read", { id: ["x"] }],
    ["DELETE /notification", {}],
  ] as const)("%s rejects %j, and visitors", async (key, input) => {
    expect(await app.call(key, input, reader)).toMatchObject({ ok: false, status: 400 })
    expect(await app.call(key, { id: [1] })).toMatchObject({ ok: false, status: 401 })
  })

  test("the list pages, by kind and unread only; reading and deleting concern the caller's own rows only", async () => {
    const person = await app.person()
    const { id } = await shop.document(person, "很多评论")
    for (const content of ["一", "二", "三"]) {
      later()
      await app.call("POST /comment", { document_id: id, content }, reader)
    }
    await app.call("POST /favorite", { document_id: id }, reader)
    expect(await unreadOf(person)).toBe(4)
    const pageOne = await app.call("GET /notification/list", { page: 1, size: 3 }, person)
    expect(pageOne).toMatchObject({ ok: true, data: { total: 4 } })
    const comments = await listOf(person, { kind: "comment" })
    expect(comments.map(({ detail }) => detail)).toEqual(["三", "二", "一"])
    const ids = comments.map((row) => row.id)
    await app.call("PUT /notification/read", { id: ids }, owner)
    await app.call("DELETE /notification", { id: ids }, owner)
    expect(await unreadOf(person)).toBe(4)
    await app.call("PUT /notification/read", { id: [ids[0]!] }, person)
    expect(await unreadOf(person)).toBe(3)
    expect((await listOf(person, { unread: true })).map((row) => row.id)).not.toContain(ids[0])
    await app.call("DELETE /notification", { id: [ids[1]!] }, person)
    expect((await listOf(person, { kind: "comment" })).map((row) => row.id)).toEqual([ids[0], ids[2]])
    await app.call("PUT /notification/read", { all: true }, person)
    expect(await unreadOf(person)).toBe(0)
  })

  test("an index serves the list, each kind, the unread ones and their count", async () => {
    const expected = [
      ["GET /notification/list", { page: 2 }, "notification_list"],
      ["GET /notification/list", { page: 2, kind: "favorite" }, "notification_kind"],
      ["GET /notification/list", { page: 2, unread: true }, "notification_unread"],
      ["GET /notification/count", {}, "notification_unread"],
    ] as const
    for (const [key, input, index] of expected) {
      const queries = await queriesOf(app, () => app.call(key, input, owner))
      const listing = queries.find(({ text }) => text.includes(`from "notification"`) && text.includes("limit"))!
      expect(await planOf(app, listing), `${key} ${JSON.stringify(input)}`).toContain(`using ${index} `)
    }
  })
})

describe("preferences", () => {
  test("are those of the kind until the user chooses; a kind that is off adds nothing", async () => {
    const person = await app.person()
    const read = async () => {
      const reply = await app.call("GET /notification/preference", {}, person)
      if (!reply.ok) throw new Error(reply.message)
      return reply.data
    }
    const before = await read()
    expect(before.mail).toBe(false)
    expect(before.preference.map(({ kind }) => kind)).toEqual(notificationKindNames)
    expect(before.preference.find(({ kind }) => kind === "reply")).toEqual({ kind: "reply", title: "回复", site: true, mail: "daily" })
    const choose = (preference: unknown) => app.call("PUT /notification/preference", { preference }, person)
    expect(await choose([{ kind: "report", site: false, mail: "off" }])).toMatchObject(ok)
    expect(
      await choose([
        { kind: "report", site: false, mail: "off" },
        { kind: "sale", site: false, mail: "daily" },
      ]),
    ).toMatchObject(ok)
    expect((await read()).preference.filter(({ site }) => !site).map(({ kind }) => kind)).toEqual(["sale", "report"])
    await createCtx(app).notify([
      { kind: "report", user_id: person.id, by: 0 },
      { kind: "sale", user_id: person.id, by: 0 },
      { kind: "credit", user_id: person.id, by: 0 },
    ])
    // what is only mailed is stored for the mail, and neither listed nor counted
    expect((await listOf(person)).map(({ kind }) => kind)).toEqual(["credit"])
    expect(await unreadOf(person)).toBe(1)
    expect(await shop.rows("select kind from notification where user_id = $1 order by id", [person.id])).toEqual([
      { kind: "sale" },
      { kind: "credit" },
    ])
    for (const wrong of [[{ kind: "x", site: true, mail: "off" }], [{ kind: "sale", site: true, mail: "hourly" }], "sale"])
      expect(await choose(wrong)).toMatchObject({ ok: false, status: 400 })
    expect(await app.call("GET /notification/preference", {})).toMatchObject({ ok: false, status: 401 })
    expect(await app.call("PUT /notification/preference", { preference: [] })).toMatchObject({ ok: false, status: 401 })
  })
})

describe("people who leave, and time", () => {
  test("a closed account is told nothing, and one that is deleted is named nowhere", async () => {
    const gone = await app.person("yaozou")
    const { id } = await shop.document(owner, "有人要走")
    await app.call("POST /favorite", { document_id: id }, gone)
    await app.call("POST /favorite", { document_id: id }, reader)
    await app.call("POST /comment", { document_id: id, content: "再见" }, gone)
    const { id: own } = await shop.document(gone, "走的人的文档")
    await app.call("POST /favorite", { document_id: own }, reader)
    expect(await latest(owner, "favorite")).toMatchObject({ count: 2 })
    for (const { table, onErase, onDelete } of app.personal) {
      void table
      for (const erase of [onErase, onDelete])
        if (typeof erase === "function") await erase(createCtx(app), { id: gone.id, email: "", mobile: "" })
    }
    expect(await latest(owner, "favorite")).toMatchObject({ count: 1 })
    expect(JSON.stringify(await listOf(owner))).not.toContain("yaozou")
    await app.database.pool.query(`update "user" set closed_at = now() where id = $1`, [gone.id])
    await createCtx(app).notify([{ kind: "report", user_id: gone.id, by: 0 }])
    expect(await shop.rows("select id from notification where user_id = $1 and kind = 'report'", [gone.id])).toEqual([])
  })

  test(`rows are deleted ${notificationDays} days after their last change`, async () => {
    const person = await app.person()
    await createCtx(app).notify([{ kind: "report", user_id: person.id, by: 0 }])
    const sweeps = app.sweeps.filter(({ table }) => table === notificationTable)
    const sweep = (days: number) => sweepTables(app.database.db, sweeps, new Date(now.getTime() + days * 86_400_000))
    await sweep(notificationDays - 1)
    expect(await listOf(person)).toHaveLength(1)
    await sweep(notificationDays + 1)
    expect(await shop.rows("select id from notification where user_id = $1", [person.id])).toEqual([])
  })

  test("a failed transaction tells nobody", async () => {
    const person = await app.person()
    const failing = createCtx(app).tx(async (ctx) => {
      await ctx.notify([{ kind: "report", user_id: person.id, by: 0 }])
      throw new Error("fails")
    })
    await expect(failing).rejects.toThrow("fails")
    expect(await unreadOf(person)).toBe(0)
  })

  test("every kind has a sentence without people, titles and data", async () => {
    const person = await app.person()
    for (const kind of notificationKindNames) await createCtx(app).notify([{ kind, user_id: person.id, by: 0 }])
    const rows = await listOf(person, { size: 100 })
    expect(rows).toHaveLength(notificationKindNames.length)
    for (const { content } of rows) expect(content).not.toMatch(/undefined|null|《》/)
  })
})
