import { beforeAll, describe, expect, test } from "vitest"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let now = new Date("2026-11-20T04:00:00Z")
let owner: TestUser

beforeAll(async () => {
  app = await testApp({ now: () => now })
  library = libraryOf(app)
  await library.set("security", { comment_interval: 0 })
  owner = await app.person()
})

/** The action that each punishment forbids, with the data that it needs. */
const actions: Record<
  string,
  { type: number; words: string; run: (as: TestUser) => Promise<{ ok: boolean; message?: string; status?: number }> }
> = {
  comment: {
    type: PunishmentType.comment,
    words: "你已被禁止评论",
    run: async (as) => app.call("POST /comment", { document_id: (await library.document(owner, "评")).id, content: "评" }, as),
  },
  upload: {
    type: PunishmentType.upload,
    words: "你已被禁止上传文档",
    run: async (as) => app.call("POST /document", { document: [{ attachment_id: await app.file(owner), title: "传" }] }, as),
  },
  download: {
    type: PunishmentType.download,
    words: "你已被禁止下载文档",
    run: async (as) => app.call("GET /document/download", { id: (await library.document(owner, "下")).id }, as),
  },
  favorite: {
    type: PunishmentType.favorite,
    words: "你已经被禁止使用收藏功能",
    run: async (as) => app.call("POST /favorite", { document_id: (await library.document(owner, "藏")).id }, as),
  },
  article: {
    type: PunishmentType.article,
    words: "你已被禁止发布文章",
    run: async (as) => app.call("POST /article", { title: "文", content: "<p>文</p>" }, as),
  },
}
const names = Object.keys(actions)
/** The refusal of an action as "status message"; "" when it is allowed or only its data (400) is refused. */
const refusedFor = async (name: string, as: TestUser): Promise<string> => {
  const reply = await actions[name]!.run(as)
  return reply.ok || reply.status === 400 ? "" : `${reply.status} ${reply.message}`
}

describe.each(names)("forbidden: %s", (name) => {
  const { type, words } = actions[name]!

  test("names the restriction, its reason and end, and allows everything else [security: bans-hold]", async () => {
    const person = await app.person()
    await library.punish(person, type, { reason: "发布广告", end_time: new Date("2026-12-01T00:00:00Z") })
    expect(await refusedFor(name, person)).toBe(`403 ${words}，原因：发布广告（截止 2026-12-01 08:00）`)
    for (const other of names.filter((one) => one !== name)) expect(await refusedFor(other, person)).toBe("")
  })

  test("may be unlimited and without a reason; an expired, disabled or future one forbids nothing", async () => {
    const person = await app.person()
    await library.punish(person, type)
    expect(await refusedFor(name, person)).toBe(`403 ${words}（长期有效）`)
    await library.pardon(person)
    await library.punish(person, type, { end_time: new Date(now.getTime() - 1) })
    await library.punish(person, type, { enable: false })
    expect(await refusedFor(name, person)).toBe("")
  })

  test("ends at the given time", async () => {
    const person = await app.person()
    await library.punish(person, type, { end_time: new Date(now.getTime() + 60_000) })
    expect(await refusedFor(name, person)).not.toBe("")
    now = new Date(now.getTime() + 60_000)
    expect(await refusedFor(name, person)).toBe("")
  })

  test("user 1 is exempt", async () => {
    const admin = await app.admin()
    await library.punish(admin, type)
    expect(await refusedFor(name, admin)).toBe("")
    await library.pardon(admin)
  })
})

test("the queries for upload and publishing permissions return the same message", async () => {
  const person = await app.person()
  await library.punish(person, PunishmentType.upload)
  await library.punish(person, PunishmentType.article)
  expect(await app.call("GET /user/caniuploaddocument", {}, person)).toMatchObject({
    ok: false,
    status: 403,
    message: "你已被禁止上传文档（长期有效）",
  })
  expect(await app.call("GET /user/canipublisharticle", {}, person)).toMatchObject({
    ok: false,
    status: 403,
    message: "你已被禁止发布文章（长期有效）",
  })
})

test("a user who may not publish may not edit published articles either", async () => {
  const person = await app.person()
  const { id } = await library.article(person, "早先的")
  await library.punish(person, PunishmentType.article)
  expect(await app.call("PUT /article", { id, content: "<p>广告</p>" }, person)).toMatchObject({ ok: false, status: 403 })
  expect(await app.call("DELETE /article", { id: [id] }, person)).toMatchObject({ ok: true })
})
