import { eq, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { credits } from "@/lib/rules/money/money"
import { articleTable } from "@/server/modules/articles/article/article.table"
import { attachmentTable } from "@/server/modules/library/files/attachment.table"
import { commentTable } from "@/server/modules/community/comment/comment.table"
import { documentTable, downloadTable } from "@/server/modules/library/document/document.table"
import { favoriteTable } from "@/server/modules/community/favorite/favorite.table"
import { ledgerEntryTable } from "@/server/modules/money/ledger/ledger.table"
import { post } from "@/server/modules/money/ledger/ledger.usecases"
import { userOauthTable } from "@/server/modules/people/oauth/oauth.table"
import { punishmentTable } from "@/server/modules/people/punishment/punishment.table"
import { reportTable } from "@/server/modules/community/report/report.table"
import { signTable } from "@/server/modules/money/sign-in/sign-in.table"
import { userTable } from "@/server/modules/people/user/user.table"
import { groupTable } from "@/server/modules/people/group/group.table"
import { createCtx } from "@/server/context"
import { groupWith, memberships, staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
const db = () => app.database.db
const done = { ok: true, status: 200 }
const userCount = async (id: number) =>
  (await db().select({ n: groupTable.user_count }).from(groupTable).where(eq(groupTable.id, id)))[0]!.n
const list = async (input: Record<string, unknown>, as?: TestUser) => {
  const reply = await app.call("GET /user/list", input, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const right = "correct horse 7"
/** Counts the rows themselves instead of reading counters. */
const countsAreTrue = async () => {
  const rows = (
    await db().execute(
      sql`select g.id, g.user_count, (select count(*)::int from user_group u where u.group_id = g.id) as real from "group" g`,
    )
  ).rows as { user_count: number; real: number }[]
  return rows.every((row) => row.user_count === row.real)
}

describe("GET /user/list", () => {
  test("other users see the public fields; their search and filters are ignored, because results would reveal more [security: 15.3.1]", async () => {
    const person = await app.person()
    await db().update(userTable).set({ realname: "独一无二的名字", mobile: "13512345678" }).where(eq(userTable.id, person.id))
    const all = await list({ size: 100 })
    expect(await list({ size: 100, wd: "独一无二的名字", group_id: [999] })).toEqual(all)
    const seen = all.user.find((row) => row.id === person.id)!
    expect(seen).toMatchObject({
      username: person.username,
      group_name: "普通用户",
      realname: "",
      mobile: "",
      email: "",
      group_id: [],
      created_at: null,
      login_at: null,
      register_ip: "",
    })
    expect((await list({ id: [person.id] })).user).toHaveLength(1)
    expect((await list({ size: 5_000 })).user.length).toBeLessThanOrEqual(100)
  })

  test("staff see each user's active punishments and today's downloads; other users do not", async () => {
    const staff = await staffWith(app, "UserAPI/ListUser")
    const person = await app.person()
    const punish = (type: number, more: object = {}) =>
      db()
        .insert(punishmentTable)
        .values({ user_id: person.id, type, enable: true, ...more })
    await punish(PunishmentType.comment)
    await punish(PunishmentType.download)
    await punish(PunishmentType.upload, { end_time: new Date(0) })
    await db()
      .insert(downloadTable)
      .values([
        { user_id: person.id, document_id: 1 },
        { user_id: person.id, document_id: 2, created_at: new Date(0) },
      ])
    expect((await list({ id: [person.id] }, staff)).user).toMatchObject([
      { punishment: [PunishmentType.comment, PunishmentType.download], downloads_today: 1 },
    ])
    expect((await list({ id: [person.id] })).user).toMatchObject([{ punishment: [], downloads_today: 0 }])
  })

  test("staff see all users, search by name, real name, address and number, and filter by group and ban", async () => {
    const staff = await staffWith(app, "UserAPI/ListUser")
    const person = await app.person()
    await db().update(userTable).set({ realname: "王小明", mobile: "13511112222", remark: "好人" }).where(eq(userTable.id, person.id))
    for (const wd of ["王小明", "1351111", person.username, `${person.username}@example`, "王小明 13511112222"])
      expect((await list({ wd }, staff)).user.map((row) => row.id)).toContain(person.id)
    for (const wd of ["%", "_", "王小明 13599999999"]) expect((await list({ wd }, staff)).user).toEqual([])
    expect((await list({ id: [person.id] }, staff)).user[0]).toMatchObject({
      realname: "王小明",
      remark: "好人",
      register_ip: "203.0.113.7",
    })
    expect((await list({ group_id: [staff.group_id] }, staff)).user.map((row) => [row.id, row.group_id.includes(staff.group_id)])).toEqual([
      [staff.id, true],
    ])
    await db().insert(punishmentTable).values({ user_id: person.id, type: PunishmentType.account })
    expect((await list({ status: [1] }, staff)).user.map((row) => row.id)).toEqual([person.id])
    expect((await list({ status: [0], size: 1000 }, staff)).user.map((row) => row.id)).not.toContain(person.id)
  })

  test("sorting accepts known columns only; pages do not overlap [security: sort-injection, 1.2.4]", async () => {
    const staff = await staffWith(app, "UserAPI/ListUser")
    const all = await list({ size: 1000, sort: "id asc" }, staff)
    expect(all.user.map((row) => row.id)).toEqual(all.user.map((row) => row.id).toSorted((a, b) => a - b))
    expect(all.total).toBe(all.user.length)
    expect((await list({ size: 1000, sort: "credit_count desc, id asc" }, staff)).user).toHaveLength(all.total)
    expect((await list({ sort: "password; drop table user" }, staff)).user[0]!.id).toBe(all.user.at(-1)!.id)
    const pages = await Promise.all([1, 2].map((page) => list({ page, size: 2, sort: "username asc" }, staff)))
    expect(new Set(pages.flatMap((page) => page.user.map((row) => row.id))).size).toBe(4)
    expect((await list({ sort: "realname asc", size: 100 })).user).toEqual((await list({ size: 100 })).user)
  })
})

describe("POST /user", () => {
  test("creates an account in its groups, without verification and reward", async () => {
    const staff = await staffWith(app, "UserAPI/AddUser")
    const reply = await app.call("POST /user", { username: "byStaff", password: right, email: "by@example.org", group_id: [2, 2] }, staff)
    expect(reply).toMatchObject(done)
    const id = reply.ok ? reply.data.id : 0
    expect(await memberships(app, id)).toEqual([2])
    expect((await db().select().from(userTable).where(eq(userTable.id, id)))[0]).toMatchObject({
      username: "byStaff",
      email: "by@example.org",
      email_verified: false,
      credit_count: 0,
    })
    expect(await app.call("POST /user/login", { username: "byStaff", password: right })).toMatchObject(done)
    expect(await countsAreTrue()).toBe(true)
    expect(await app.call("POST /user", { username: "BYSTAFF", password: right, group_id: [2] }, staff)).toMatchObject({
      status: 409,
      message: "用户名已存在",
    })
    expect(await app.call("POST /user", { username: "nogroup", password: right, group_id: [] }, staff)).toMatchObject({
      status: 400,
      message: "用户组不能为空",
    })
    expect(await app.call("POST /user", { username: "nogroup", password: right, group_id: [777] }, staff)).toMatchObject({
      status: 400,
      message: "用户组不存在",
    })
    expect(await app.call("POST /user", { username: "nogroup", password: "password1", group_id: [2] }, staff)).toMatchObject({
      status: 400,
    })
  })

  test("no user can grant permissions that they do not hold [security: 8.2.1]", async () => {
    const staff = await staffWith(app, "UserAPI/AddUser")
    const strong = await groupWith(app, ["/api.v1.ConfigAPI/UpdateConfig"])
    const input = { username: "stronger", password: right, group_id: [strong] }
    expect(await app.call("POST /user", input, staff)).toMatchObject({ status: 403 })
    expect(await app.call("POST /user", { ...input, group_id: [staff.group_id] }, staff)).toMatchObject(done)
    expect(await app.call("POST /user", input, await app.admin())).toMatchObject({ status: 409 })
  })
})

describe("PUT /user", () => {
  test("replaces groups and keeps counts; permissions apply at once; a new password ends sessions [security: 7.4.5]", async () => {
    const [admin, person] = [await app.admin(), await app.person()]
    const group = await groupWith(app, ["/api.v1.BannerAPI/ListBanner", "/api.v1.BannerAPI/CreateBanner"])
    const mayCreate = () => app.call("POST /banner", { path: "/uploads/x.png" }, person)
    expect(await mayCreate()).toMatchObject({ status: 403 })
    const ordinary = await userCount(2)
    expect(await app.call("PUT /user", { id: person.id, group_id: [group] }, admin)).toMatchObject(done)
    expect(await mayCreate()).toMatchObject(done)
    expect([await userCount(2), await userCount(group)]).toEqual([ordinary - 1, 1])
    expect(await app.call("PUT /user", { id: person.id, group_id: [2, group], password: "" }, admin)).toMatchObject(done)
    expect(await memberships(app, person.id)).toEqual([2, group])
    expect(await app.call("PUT /user", { id: person.id, group_id: [2], password: "quite another 9" }, admin)).toMatchObject(done)
    expect(await app.call("GET /user", {}, person)).toMatchObject({ status: 401 })
    expect(await app.call("POST /user/login", { username: person.username, password: "quite another 9" })).toMatchObject(done)
    expect(await app.call("PUT /user", { id: 999_999, group_id: [2] }, admin)).toMatchObject({ status: 404 })
    expect(await countsAreTrue()).toBe(true)
  })

  test("counts stay correct with parallel changes", async () => {
    const admin = await app.admin()
    const people = await Promise.all(Array.from({ length: 5 }, () => app.person()))
    const group = await groupWith(app, [])
    const replies = await Promise.all(
      people.flatMap((person) => [[group], [2], [2, group]].map((group_id) => app.call("PUT /user", { id: person.id, group_id }, admin))),
    )
    expect(replies.every((reply) => reply.ok)).toBe(true)
    expect(await countsAreTrue()).toBe(true)
  })

  test("only user 1 grants permissions they lack or changes user 1 and stronger users; user 1 keeps their first group", async () => {
    const staff = await staffWith(app, "UserAPI/SetUser")
    const person = await app.person()
    const strong = await groupWith(app, ["/api.v1.ConfigAPI/UpdateConfig"])
    expect(await app.call("PUT /user", { id: person.id, group_id: [strong] }, staff)).toMatchObject({ status: 403 })
    expect(await app.call("PUT /user", { id: staff.id, group_id: [strong] }, staff)).toMatchObject({ status: 403 })
    expect(await app.call("PUT /user", { id: 1, group_id: [2] }, staff)).toMatchObject({ status: 403 })
    const better = await staffWith(app, "ConfigAPI/UpdateConfig")
    expect(await app.call("PUT /user", { id: better.id, group_id: [2], password: right }, staff)).toMatchObject({ status: 403 })
    const admin = await app.admin()
    expect(await app.call("PUT /user", { id: 1, group_id: [2] }, admin)).toMatchObject({ status: 403 })
    expect(await app.call("PUT /user", { id: 1, group_id: [1, 2] }, admin)).toMatchObject(done)
    expect(await app.call("PUT /user", { id: 1, group_id: [1] }, admin)).toMatchObject(done)
  })
})

describe("DELETE /user", () => {
  const remove = (as: TestUser, id: number[], password = right) => app.call("DELETE /user", { id, password }, as)

  test("requires the password of the caller; denied for user 1, the caller and users with more permissions", async () => {
    const staff = await staffWith(app, "UserAPI/DeleteUser")
    const person = await app.person()
    expect(await remove(staff, [person.id], "not this one")).toMatchObject({ status: 400, message: "密码错误" })
    expect(await remove(staff, [person.id, 1])).toMatchObject({ status: 403 })
    expect(await remove(staff, [staff.id])).toMatchObject({ status: 403 })
    expect(await remove(staff, [(await staffWith(app, "ConfigAPI/UpdateConfig")).id])).toMatchObject({ status: 403 })
    expect(await app.call("GET /user", { id: person.id })).toMatchObject(done)
    expect(await remove(staff, [person.id, 999_999])).toMatchObject(done)
    expect(await app.call("GET /user", { id: person.id })).toMatchObject({ status: 404 })
    expect(await app.call("GET /user", {}, person)).toMatchObject({ status: 401 })
  })

  test("a user with documents or articles is not deleted, nor is any other user in that request", async () => {
    const staff = await staffWith(app, "UserAPI/DeleteUser")
    const [author, reader] = [await app.person(), await app.person()]
    await db().insert(articleTable).values({ identifier: "kept-article", user_id: author.id, title: "留着", deleted_at: new Date() })
    expect(await remove(staff, [reader.id, author.id])).toMatchObject({ status: 400, message: "用户存在文档或文章，不允许删除" })
    expect(await app.call("GET /user", {}, reader)).toMatchObject(done)
  })

  test("no data of the user is left except in the ledger and the audit log", async () => {
    const staff = await staffWith(app, "UserAPI/DeleteUser")
    const [person, author] = [await app.person(), await app.person()]
    const [document] = await db()
      .insert(documentTable)
      .values({
        uuid: "d".repeat(20),
        title: "别人的文档",
        user_id: author.id,
        attachment_id: 1,
        sha256: "a".repeat(64),
        favorite_count: 2,
        comment_count: 3,
      })
      .returning()
    const about = { user_id: person.id, document_id: document!.id }
    await db()
      .insert(favoriteTable)
      .values([about, { ...about, user_id: author.id }])
    const comment = { document_id: document!.id, type: ContentKind.document, status: ReviewStatus.approved, content: "评论" }
    const [theirs] = await db()
      .insert(commentTable)
      .values({ ...comment, user_id: person.id, ip: "198.51.100.1" })
      .returning()
    const [remainingComment] = await db()
      .insert(commentTable)
      .values({ ...comment, user_id: author.id })
      .returning()
    await db()
      .insert(commentTable)
      .values({ ...comment, user_id: author.id, parent_id: theirs!.id })
    await db().update(userTable).set({ comment_count: 2 }).where(eq(userTable.id, author.id))
    await db().insert(signTable).values({ user_id: person.id, sign_at: 20261120, ip: "198.51.100.1" })
    await db().insert(userOauthTable).values({ user_id: person.id, oauth_type: 4, openid: "x" })
    await db().insert(punishmentTable).values({ user_id: person.id, type: PunishmentType.comment })
    await db()
      .insert(reportTable)
      .values({ ...about, reason: 1, username: person.username })
    await db()
      .insert(attachmentTable)
      .values({ sha256: "b".repeat(64), hash: "c".repeat(32), user_id: person.id, name: "我的文件.pdf", ip: "198.51.100.1" })
    await post(createCtx(app), {
      key: `test ${person.id}`,
      kind: "test",
      remark: "赠送",
      sides: [{ user_id: person.id, amount: credits(3) }],
    })
    const entries = await db().$count(ledgerEntryTable)
    expect(await remove(staff, [person.id])).toMatchObject(done)
    const columns = (
      await db().execute(sql`select table_name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`)
    ).rows as { table_name: string }[]
    expect(columns.length).toBeGreaterThan(10)
    const left: string[] = []
    for (const { table_name } of columns) {
      const [result] = (await db().execute(sql`select count(*)::int as n from ${sql.identifier(table_name)} where user_id = ${person.id}`))
        .rows as { n: number }[]
      if (result!.n) left.push(table_name)
    }
    expect(left).toEqual(["ledger_account"])
    expect(await db().$count(ledgerEntryTable)).toBe(entries)
    expect((await db().select().from(documentTable).where(eq(documentTable.id, document!.id)))[0]).toMatchObject({
      favorite_count: 1,
      comment_count: 1,
    })
    expect((await db().select().from(commentTable)).map((row) => row.id)).toEqual([remainingComment!.id])
    expect((await db().select().from(userTable).where(eq(userTable.id, author.id)))[0]!.comment_count).toBe(1)
    expect((await db().select().from(attachmentTable)).at(-1)).toMatchObject({
      user_id: 0,
      name: "",
      ip: "",
      deleted_at: expect.any(Date) as Date,
    })
    expect(await countsAreTrue()).toBe(true)
  })
})
