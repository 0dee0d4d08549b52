import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { rewardRegistration } from "@/server/modules/money/ledger/rewards.usecases"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let now = new Date("2026-11-20T04:00:00Z")
let owner: TestUser
let reader: TestUser

beforeAll(async () => {
  app = await testApp({ now: () => now })
  library = libraryOf(app)
  await library.set("security", { comment_interval: 0 })
})
beforeEach(async () => {
  // the defaults of docs/reference/api.md 6.1, without the reward for registration
  await library.set("score", {
    register: 0,
    upload_document: 5,
    upload_document_limit: 1,
    document_collected: 1,
    document_collected_limit: 1,
    document_commented: 1,
    document_commented_limit: 1,
    delete_document: 1,
  })
  owner = await app.person()
  reader = await app.person()
})
const nextDay = () => (now = new Date(now.getTime() + 86_400_000))

describe("registration", () => {
  test("gives the configured credits once with an activity entry; with 0 neither", async () => {
    await library.set("score", { register: 10 })
    const person = await bare("one")
    for (let n = 0; n < 3; n++) await rewardRegistration(createCtx(app), person.id)
    expect(await library.credits(person)).toBe(10)
    expect(await library.dynamics(person)).toEqual([[6, "注册成为新用户，获得 10 魔豆", 10]])
    await library.set("score", { register: 0 })
    const poor = await bare("two")
    await rewardRegistration(createCtx(app), poor.id)
    expect(await library.dynamics(poor)).toEqual([])
  })
  const bare = async (username: string): Promise<TestUser> => {
    const [row] = await library.rows<{ id: string }>(`insert into "user" (username) values ($1) returning id`, [username])
    return { id: Number(row!.id), username, token: "" }
  }
})

describe("uploads", () => {
  test("with a limit of one the first upload of each day is rewarded; each upload has an activity entry", async () => {
    await library.document(owner, "甲")
    await library.document(owner, "乙")
    expect(await library.credits(owner)).toBe(5)
    expect((await library.dynamics(owner)).toReversed()).toEqual([
      [3, "上传了文档《甲》，获得 5 魔豆", 5],
      [3, "上传了文档《乙》", 0],
    ])
    nextDay()
    await library.document(owner, "丙")
    expect(await library.credits(owner)).toBe(10)
  })

  test("a batch is rewarded up to the daily limit", async () => {
    await library.set("score", { upload_document_limit: 3 })
    await library.document(owner, "先来的")
    const document = await Promise.all(["一", "二", "三", "四"].map(async (title) => ({ attachment_id: await app.file(owner), title })))
    expect(await app.call("POST /document", { document }, owner)).toMatchObject({ ok: true })
    expect(await library.credits(owner)).toBe(15)
    expect((await library.dynamics(owner)).map(([, , credit]) => credit)).toEqual([0, 0, 5, 5, 5])
  })

  test("parallel calls never exceed the limit [security: caps-under-load, 2.3.2]", async () => {
    const files = await Promise.all(Array.from({ length: 12 }, () => app.file(owner)))
    const replies = await Promise.all(
      files.map((attachment_id, n) => app.call("POST /document", { document: [{ attachment_id, title: `并行 ${n}` }] }, owner)),
    )
    expect(replies.every((reply) => reply.ok)).toBe(true)
    expect(await library.credits(owner)).toBe(5)
    expect((await library.userOf(owner)).doc_count).toBe(12)
  })

  test("with a limit of 0 there is no reward, and the activity entry mentions none", async () => {
    await library.set("score", { upload_document_limit: 0 })
    await library.document(owner, "丁")
    expect(await library.credits(owner)).toBe(0)
    expect(await library.dynamics(owner)).toEqual([[3, "上传了文档《丁》", 0]])
  })
})

describe("uploads that need a review", () => {
  const upload = async (as: TestUser, title: string) => {
    await library.onlyGroup(as, { enable_upload: true, enable_document_review: true })
    return library.document(as, title)
  }
  const check = async (id: number[], status: number) =>
    expect(await app.call("PUT /document/check", { id, status }, await app.admin())).toMatchObject({ ok: true })

  test("are rewarded when they are approved, once", async () => {
    const { id } = await upload(owner, "待审")
    expect(await library.credits(owner)).toBe(0)
    expect(await library.dynamics(owner)).toEqual([[3, "上传了文档《待审》", 0]])
    await check([id], 2)
    expect(await library.credits(owner)).toBe(5)
    expect((await library.dynamics(owner))[0]).toEqual([3, "文档《待审》通过了审核，获得 5 魔豆", 5])
    nextDay()
    await check([id], 4)
    await check([id], 2)
    expect(await library.credits(owner)).toBe(5)
  })

  test("a rejected document earns nothing until it is approved after all", async () => {
    const { id } = await upload(owner, "先拒绝")
    await check([id], 7)
    expect(await library.credits(owner)).toBe(0)
    await check([id], 2)
    expect(await library.credits(owner)).toBe(5)
  })

  test("a document that earned nothing for the day's limit earns nothing when it is shown again later", async () => {
    const first = await upload(owner, "第一份")
    const second = await upload(owner, "第二份")
    await check([first.id, second.id], 2)
    expect(await library.credits(owner)).toBe(5)
    nextDay()
    await check([second.id], 4)
    await check([second.id], 2)
    expect(await library.credits(owner)).toBe(5)
  })

  test("one approval of several owners' documents rewards each owner", async () => {
    const ids = [(await upload(reader, "读者的")).id, (await upload(owner, "作者的")).id]
    await check(ids, 2)
    expect([await library.credits(owner), await library.credits(reader)]).toEqual([5, 5])
  })
})

describe("deleting", () => {
  test("takes the absolute value of the setting from the owner once, at most the balance", async () => {
    const first = await library.document(owner, "甲")
    await library.set("score", { delete_document: -3 })
    expect(await app.call("DELETE /document", { id: [first.id] }, owner)).toMatchObject({ ok: true })
    expect(await library.credits(owner)).toBe(2)
    expect((await library.dynamics(owner))[0]).toEqual([14, "删除了文档《甲》，扣除 3 魔豆", -3])
    expect(await app.call("DELETE /document", { id: [first.id] }, owner)).toMatchObject({ ok: false, status: 403 })
    expect(await library.credits(owner)).toBe(2)
    const second = await library.document(owner, "乙")
    await app.call("DELETE /document", { id: [second.id] }, owner)
    expect(await library.credits(owner)).toBe(0)
    expect((await library.dynamics(owner))[0]).toEqual([14, "删除了文档《乙》，扣除 2 魔豆", -2])
    expect((await library.userOf(owner)).doc_count).toBe(0)
  })

  test("the owner pays also if staff delete, also with several owners", async () => {
    const [mine, theirs] = [await library.document(owner, "甲"), await library.document(reader, "乙")]
    expect(await app.call("DELETE /document", { id: [mine.id, theirs.id] }, owner)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("DELETE /document", { id: [mine.id, theirs.id] }, await app.admin())).toMatchObject({ ok: true })
    expect([await library.credits(owner), await library.credits(reader)]).toEqual([4, 4])
    expect((await library.dynamics(reader))[0]).toEqual([14, "文档《乙》被删除，扣除 1 魔豆", -1])
  })
})

describe("favourites", () => {
  const collect = (document_id: number, as: TestUser) => app.call("POST /favorite", { document_id }, as)

  test("by other users give the owner credits, up to a daily limit (by the day of the owner, not of the document)", async () => {
    const [one, two] = [await library.document(owner, "甲"), await library.document(owner, "乙")]
    await collect(one.id, reader)
    await collect(two.id, reader)
    expect(await library.credits(owner)).toBe(6)
    expect((await library.dynamics(owner))[0]).toEqual([2, "文档《甲》被收藏，获得 1 魔豆", 1])
    expect(await library.dynamics(reader)).toEqual([
      [2, "收藏了文档《乙》", 0],
      [2, "收藏了文档《甲》", 0],
    ])
    nextDay()
    await collect(two.id, await app.person())
    expect(await library.credits(owner)).toBe(7)
  })

  test("of own documents give nothing; removing and adding a favourite again pays once, also on another day", async () => {
    const { id } = await library.document(owner, "甲")
    await collect(id, owner)
    expect(await library.credits(owner)).toBe(5)
    for (let n = 0; n < 3; n++) {
      const reply = await collect(id, reader)
      await app.call("DELETE /favorite", { id: [reply.ok ? reply.data.id : 0] }, reader)
      nextDay()
    }
    expect(await library.credits(owner)).toBe(6)
  })

  test("in parallel stay within the daily limit", async () => {
    await library.set("score", { document_collected_limit: 3 })
    const { id } = await library.document(owner, "甲")
    const people = await Promise.all(Array.from({ length: 8 }, () => app.person()))
    expect((await Promise.all(people.map((person) => collect(id, person)))).every((reply) => reply.ok)).toBe(true)
    expect(await library.credits(owner)).toBe(8)
  })

  test("two users who add the documents of each other at the same time cause no deadlock", async () => {
    const [mine, theirs] = [await library.document(owner, "甲"), await library.document(reader, "乙")]
    for (let n = 0; n < 10; n++) {
      const replies = await Promise.all([collect(theirs.id, owner), collect(mine.id, reader)])
      expect(replies.map((reply) => reply.ok)).toEqual([true, true])
      await Promise.all(
        replies.map((reply, index) => app.call("DELETE /favorite", { id: [reply.ok ? reply.data.id : 0] }, index ? reader : owner)),
      )
    }
    expect([await library.credits(owner), await library.credits(reader)]).toEqual([6, 6])
  })
})

describe("comments", () => {
  const say = (document_id: number, as: TestUser, more = {}) => app.call("POST /comment", { document_id, content: "写得好", ...more }, as)

  test("by other users give the owner credits, up to a daily limit; own comments give none; each has its activity entry", async () => {
    const [one, two] = [await library.document(owner, "甲"), await library.document(owner, "乙")]
    await say(one.id, owner)
    expect(await library.credits(owner)).toBe(5)
    await say(one.id, reader)
    await say(two.id, reader)
    expect(await library.credits(owner)).toBe(6)
    expect((await library.dynamics(owner)).slice(0, 3)).toEqual([
      [1, "文档《乙》收到一条评论", 0],
      [1, "文档《甲》收到一条评论，获得 1 魔豆", 1],
      [1, "评论了文档《甲》", 0],
    ])
    expect(await library.dynamics(reader)).toEqual([
      [1, "评论了文档《乙》", 0],
      [1, "评论了文档《甲》", 0],
    ])
  })

  test("on articles give no credits", async () => {
    const { id } = await library.article(owner, "随笔")
    await say(id, reader, { type: 1 })
    await app.call("POST /favorite", { document_id: id, type: 1 }, reader)
    expect(await library.credits(owner)).toBe(0)
    expect(await library.dynamics(owner)).toEqual([[15, "发布了文章《随笔》", 0]])
    expect(await library.dynamics(reader)).toEqual([
      [2, "收藏了文章《随笔》", 0],
      [1, "评论了文章《随笔》", 0],
    ])
  })
})

test("a download has an activity entry; a download by a visitor has none", async () => {
  const { id } = await library.document(owner, "甲")
  await app.call("GET /document/download", { id }, reader)
  expect(await library.dynamics(reader)).toEqual([[4, "下载了文档《甲》", 0]])
  await library.set("download", { enable_guest_download: true })
  expect(await app.call("GET /document/download", { id })).toMatchObject({ ok: true })
  expect(await library.rows("select id from dynamic where user_id = 0")).toEqual([])
})

test("after all tests above the ledger balances", () => library.expectLedgerHolds())
