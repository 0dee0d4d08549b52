import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { SensitiveAction } from "@/lib/contract/community/sensitive-word.enums"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

/* Signatures that a sensitive word sends to the review queue (docs/decisions/477). */

let app: TestApp
let staff: TestUser
let person: TestUser
const desk = ["ReviewAPI/ListReview", "ReviewAPI/DecideReview"]

beforeAll(async () => {
  app = await testApp()
  staff = await staffWith(app, ...desk, "UserAPI/ListUser", "UserAPI/UpdateUserProfile")
  expect(await app.call("POST /sensitiveword", { word: "甲甲甲", action: SensitiveAction.review }, await app.admin())).toMatchObject({
    ok: true,
  })
})
beforeEach(async () => {
  await app.database.pool.query("delete from profile_change")
  person = await app.person()
  expect(await change({ signature: "公开的签名" })).toMatchObject({ ok: true, data: { review: false } })
})

const change = (input: object, as = person) => app.call("PUT /user/profile", input, as)
const signature = async () => {
  const reply = await app.call("GET /user", { id: person.id })
  return reply.ok ? reply.data.signature : reply.message
}
const item = () => ({ kind: ReviewKind.profile, id: person.id })
const decide = (more: object, as = staff) => app.call("POST /review/verdict", { ...item(), ...more }, as)
const waitingTitles = async (as = staff) => {
  const reply = await app.call("GET /review/list", { kind: [ReviewKind.profile] }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.review.map(({ title }) => title)
}
const latestNotification = async () => {
  const reply = await app.call("GET /notification/list", {}, person)
  return reply.ok ? reply.data.notification[0] : null
}

describe("a signature with a word for review", () => {
  test("waits with its hits, while the public one stays and other fields are saved", async () => {
    expect(await change({ signature: "加甲甲甲", realname: "李四" })).toMatchObject({ ok: true, data: { review: true } })
    expect(await signature()).toBe("公开的签名")
    expect(await app.call("GET /user", {}, person)).toMatchObject({ data: { realname: "李四", waiting_signature: "加甲甲甲" } })
    expect(await app.call("GET /user", { id: person.id }, staff)).toMatchObject({ data: { waiting_signature: "" } })
    expect(await waitingTitles()).toEqual(["加甲甲甲"])
    expect(await app.call("GET /review", item(), staff)).toMatchObject({
      data: {
        content: "加甲甲甲",
        description: "公开的签名",
        href: `/user/${person.id}`,
        user: { id: person.id },
        hits: [{ word: "甲甲甲", field: "signature" }],
      },
    })
    expect(await waitingTitles(await staffWith(app, ...desk))).toEqual([])
    expect(await decide({ approve: true }, await staffWith(app, ...desk, "UserAPI/ListUser"))).toMatchObject({ ok: false, status: 403 })
  })

  test("is published when staff approve it, and its author is told", async () => {
    await change({ signature: "加甲甲甲" })
    expect(await decide({ approve: true })).toMatchObject({ ok: true })
    expect(await signature()).toBe("加甲甲甲")
    expect(await waitingTitles()).toEqual([])
    expect(await latestNotification()).toMatchObject({ kind: "profile_review", content: "你的个性签名通过了审核" })
    expect(await decide({ approve: true })).toMatchObject({ ok: false, status: 404 })
  })

  test("is discarded when staff reject it, with the reason", async () => {
    await change({ signature: "加甲甲甲" })
    expect(await decide({ approve: false, reason: "广告" })).toMatchObject({ ok: true })
    expect(await signature()).toBe("公开的签名")
    expect(await latestNotification()).toMatchObject({ content: "你的个性签名没有通过审核", detail: "广告" })
  })

  test("is replaced by a newer one: it waits in its place, or is published at once", async () => {
    await change({ signature: "加甲甲甲" })
    await change({ signature: "再加甲甲甲" })
    expect(await waitingTitles()).toEqual(["再加甲甲甲"])
    expect(await change({ signature: "不加了" })).toMatchObject({ data: { review: false } })
    expect([await waitingTitles(), await signature()]).toEqual([[], "不加了"])
  })

  test("of somebody who may edit profiles is published at once; a user name is refused", async () => {
    expect(await change({ signature: "加甲甲甲" }, staff)).toMatchObject({ data: { review: false } })
    expect(await change({ username: "我是甲甲甲" })).toMatchObject({ ok: false, status: 400 })
    expect(await waitingTitles()).toEqual([])
  })

  test("is exported to its author, and disappears with the account", async () => {
    await change({ signature: "加甲甲甲" })
    expect(await app.call("GET /user/export", {}, person)).toMatchObject({ data: { profile_change: [{ signature: "加甲甲甲" }] } })
  })
})
