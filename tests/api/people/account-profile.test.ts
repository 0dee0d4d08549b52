import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import { attachmentTable } from "@/server/modules/library/files/attachment.table"
import { dynamicTable } from "@/server/modules/people/activity/activity.table"
import { userVipTable } from "@/server/modules/money/order/order.table"
import { userTable } from "@/server/modules/people/user/user.table"
import { groupTable } from "@/server/modules/people/group/group.table"
import { sessionTable } from "@/server/modules/people/session/session.table"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
const row = async (id: number) => (await app.database.db.select().from(userTable).where(eq(userTable.id, id)))[0]!
const set = (id: number, values: Partial<typeof userTable.$inferInsert>) =>
  app.database.db.update(userTable).set(values).where(eq(userTable.id, id))
const me = async (person: TestUser, id?: number) => {
  const reply = await app.call("GET /user", id ? { id } : {}, person)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const changed = { ok: true, status: 200 }
const secrets = ["email", "mobile", "address", "realname", "identity", "remark", "register_ip", "last_login_ip"] as const

describe("GET /user", () => {
  test("the owner sees everything except the remark, staff everything, other users the public fields only [security: 15.3.1, 8.2.3, 14.2.4]", async () => {
    const person = await app.person()
    await set(person.id, {
      mobile: "13800138000",
      address: "某地",
      realname: "某人",
      identity: "11010119900101001X",
      remark: "留意这个人",
      signature: "你好",
    })
    const ownProfile = await me(person)
    expect(ownProfile).toMatchObject({
      mobile: "13800138000",
      address: "某地",
      realname: "某人",
      identity: "11010119900101001X",
      remark: "",
      register_ip: "203.0.113.7",
      last_login_ip: "203.0.113.7",
      has_password: true,
      email_verified: false,
      closing_at: null,
    })
    expect(ownProfile.group_id).toHaveLength(1)
    expect(ownProfile.group_name).toBe("普通用户")
    const staff = await staffWith(app, "UserAPI/GetUser")
    expect(await me(staff, person.id)).toMatchObject({ mobile: "13800138000", remark: "留意这个人", register_ip: "203.0.113.7" })
    for (const reader of [await app.person(), await staffWith(app, "UserAPI/ListUser")]) {
      const seen = await me(reader, person.id)
      expect(seen).toMatchObject({
        username: person.username,
        signature: "你好",
        group_name: "普通用户",
        group_id: [],
        has_password: false,
        login_at: null,
        created_at: null,
      })
      expect(secrets.map((name) => seen[name])).toEqual(secrets.map(() => ""))
    }
    expect(await app.call("GET /user", { id: person.id })).toMatchObject({ ok: true, data: { username: person.username, mobile: "" } })
    expect(await app.call("GET /user")).toMatchObject({ status: 401 })
    expect(await app.call("GET /user", { id: 999_999 })).toMatchObject({ status: 404 })
  })

  test("shows the visible group with the largest sort", async () => {
    const person = await staffWith(app)
    await app.database.db
      .update(groupTable)
      .set({ is_display: true, sort: 50, title: "荣誉读者" })
      .where(eq(groupTable.id, person.group_id))
    expect(await me(person)).toMatchObject({ group_name: "荣誉读者" })
    await app.database.db.update(groupTable).set({ is_display: false }).where(eq(groupTable.id, person.group_id))
    expect(await me(person)).toMatchObject({ group_name: "普通用户" })
  })

  test("a user with a valid card is a VIP", async () => {
    const person = await app.person()
    const day = 86_400_000
    const card = { user_id: person.id, type: 2, order_no: "" }
    await app.database.db.insert(userVipTable).values([
      { ...card, joined_at: new Date(Date.now() - 9 * day), expired_at: new Date(Date.now() - day) },
      { ...card, joined_at: new Date(Date.now() + day), expired_at: new Date(Date.now() + 9 * day) },
    ])
    expect((await me(person)).is_vip).toBe(false)
    await app.database.db
      .insert(userVipTable)
      .values({ ...card, joined_at: new Date(Date.now() - day), expired_at: new Date(Date.now() + day) })
    expect((await me(person)).is_vip).toBe(true)
  })
})

/** Values that have broken out of names, signatures and addresses in other software. */
const corpus = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '"><svg/onload=alert(1)>',
  "javascript:alert(1)",
  "';alert(String.fromCharCode(88))//",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "{{constructor.constructor('alert(1)')()}}",
  "${alert(1)}",
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  "&lt;b&gt;实体&lt;/b&gt;",
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  "<math><mtext></table><mglyph><style><img src=x onerror=alert(1)>",
]

describe("PUT /user/profile", () => {
  test.each(corpus)("text is stored as it was written: %s", async (text) => {
    const person = await app.person()
    const input = { realname: text, identity: text.slice(0, 32).trim(), address: text, signature: text }
    expect(await app.call("PUT /user/profile", input, person)).toMatchObject(text.length > 64 ? { status: 400 } : changed)
    if (text.length <= 64) expect(await me(person)).toMatchObject(input)
    for (const name of ["username", "email", "mobile", "avatar"])
      expect(await app.call("PUT /user/profile", { [name]: text }, person)).toMatchObject({ status: 400 })
  })

  test("control characters are removed, ends trimmed and lengths limited", async () => {
    const person = await app.person()
    await app.call("PUT /user/profile", { signature: " 你\u0000好\u001b[31m\u007f " }, person)
    expect((await me(person)).signature).toBe("你好[31m")
    expect(await app.call("PUT /user/profile", { signature: "字".repeat(256) }, person)).toMatchObject({
      status: 400,
      message: "个性签名长度不能超过255个字符",
    })
  })

  test("omitted fields keep their values, and other columns cannot be written [security: 15.3.3, mass-assignment]", async () => {
    const person = await app.person()
    await app.call("PUT /user/profile", { realname: "张三", address: "甲" }, person)
    await app.call(
      "PUT /user/profile",
      {
        address: "",
        is_vip: true,
        credit_count: 9_999,
        password: "x",
        email_verified: true,
        doc_count: 5,
        remark: "我很好",
        group_id: [1],
        closed_at: "2026-01-01T00:00:00Z",
      },
      person,
    )
    expect(await row(person.id)).toMatchObject({
      realname: "张三",
      address: "",
      is_vip: false,
      remark: "",
      email_verified: false,
      doc_count: 0,
      closed_at: null,
    })
    expect((await row(person.id)).credit_count).toBeLessThan(9_999)
  })

  test("a change is recorded in the activity of the user; an unchanged profile is not", async () => {
    const person = await app.person()
    const lines = () => app.database.db.$count(dynamicTable, eq(dynamicTable.user_id, person.id))
    const before = await lines()
    await app.call("PUT /user/profile", { signature: "新的" }, person)
    expect(await lines()).toBe(before + 1)
    await app.call("PUT /user/profile", { ...(await me(person)), remark: undefined }, person)
    expect(await lines()).toBe(before + 1)
    expect((await app.database.db.select().from(dynamicTable).where(eq(dynamicTable.user_id, person.id))).at(-1)).toMatchObject({
      type: DynamicType.profile,
    })
  })

  test("names are unique in any case, also with parallel requests, and reserved names are rejected", async () => {
    const [one, two] = [await app.person("rename-one"), await app.person("rename-two")]
    expect(await app.call("PUT /user/profile", { username: "Rename-One" }, two)).toMatchObject({ status: 409, message: "用户名已存在" })
    for (const username of ["Admin", "管理员", "已注销用户7"])
      expect(await app.call("PUT /user/profile", { username }, one)).toMatchObject({ status: 409, message: "用户名已存在" })
    const replies = await Promise.all([
      app.call("PUT /user/profile", { username: "SameName" }, one),
      app.call("PUT /user/profile", { username: "samename" }, two),
    ])
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 409]))
    const winner = replies[0]!.ok ? one : two
    expect(await app.call("PUT /user/profile", { username: "SAMENAME" }, winner)).toMatchObject(changed)
  })

  test("an e-mail address or mobile number is set and changed only with a code", async () => {
    const person = await app.person()
    expect(await app.call("PUT /user/profile", { mobile: "13900139000" }, person)).toMatchObject({
      status: 400,
      message: "请填写发到这个手机号的验证码",
    })
    await set(person.id, { mobile: "13900139000" })
    expect(await app.call("PUT /user/profile", { mobile: "13900139001" }, person)).toMatchObject({
      status: 400,
      message: "手机号码已经设置，请用验证码更换",
    })
    for (const email of ["other@example.org", ""])
      expect(await app.call("PUT /user/profile", { email }, person)).toMatchObject({
        status: 400,
        message: "电子邮箱已经设置，请用验证码更换",
      })
    await set(person.id, { email_verified: true })
    expect(
      await app.call("PUT /user/profile", { email: (await row(person.id)).email.toUpperCase(), signature: "同一个地址" }, person),
    ).toMatchObject(changed)
    expect(await row(person.id)).toMatchObject({ email_verified: true, signature: "同一个地址" })
  })

  test("the avatar must be an image that the user uploaded [security: 8.2.2]", async () => {
    const [person, other] = [await app.person(), await app.person()]
    const path = "/uploads/ab/abcd.webp"
    const picture = { sha256: "a".repeat(64), hash: "b".repeat(32), path, ext: ".webp" }
    await app.database.db.insert(attachmentTable).values({ ...picture, user_id: other.id, type: AttachmentType.avatar })
    await app.database.db.insert(attachmentTable).values({ ...picture, user_id: person.id, type: AttachmentType.article })
    expect(await app.call("PUT /user/profile", { avatar: path }, person)).toMatchObject({ status: 400, message: "请先上传头像" })
    expect(await app.call("PUT /user/profile", { avatar: path }, other)).toMatchObject(changed)
    expect(await app.call("PUT /user/profile", { avatar: path, signature: "不变" }, other)).toMatchObject(changed)
    expect(await app.call("PUT /user/profile", { avatar: "" }, other)).toMatchObject(changed)
    for (const avatar of ["https://evil.example/x.png", "//evil.example/x.png", "/uploads/<svg>", "javascript:1"])
      expect(await app.call("PUT /user/profile", { avatar }, other)).toMatchObject({ status: 400, message: "头像地址不正确" })
  })

  test("other users are denied; staff with the permission may edit, also remark and addresses, but no user with more permissions [security: 8.2.2]", async () => {
    const [person, other] = [await app.person(), await app.person()]
    expect(await app.call("PUT /user/profile", { id: person.id, signature: "x" }, other)).toMatchObject({
      status: 403,
      message: "你没有权限更改他人信息",
    })
    const staff = await staffWith(app, "UserAPI/UpdateUserProfile")
    await set(person.id, { email_verified: true, mobile: "13300133000", mobile_verified: true })
    expect(
      await app.call("PUT /user/profile", { id: person.id, remark: "常客", email: "moved@example.org", mobile: "13300133001" }, staff),
    ).toMatchObject(changed)
    expect(await row(person.id)).toMatchObject({
      remark: "常客",
      email: "moved@example.org",
      email_verified: false,
      mobile: "13300133001",
      mobile_verified: false,
    })
    expect(await app.call("PUT /user/profile", { id: 1, email: "mine@example.org" }, staff)).toMatchObject({ status: 403 })
    const better = await staffWith(app, "UserAPI/UpdateUserProfile", "UserAPI/DeleteUser")
    expect(await app.call("PUT /user/profile", { id: better.id, email: "mine@example.org" }, staff)).toMatchObject({ status: 403 })
    expect(await app.call("PUT /user/profile", { id: 999_999, signature: "x" }, staff)).toMatchObject({ status: 404 })
    expect(await app.call("PUT /user/profile", { id: better.id, remark: "x" }, await app.admin())).toMatchObject(changed)
  })
})

describe("PUT /user/password", () => {
  const right = "correct horse 7"
  const next = "another horse 8"
  const again = async (person: TestUser, password: string): Promise<TestUser> => {
    const reply = await app.call("POST /user/login", { username: person.username, password })
    if (!reply.ok) throw new Error(reply.message)
    return { ...person, token: reply.data.token }
  }

  test("requires the old password, rejects common ones, and ends all other sessions at once [security: 6.2.3, 6.2.4, 7.4.3, password-change-tokens]", async () => {
    const person = await app.person()
    const elsewhere = await again(person, right)
    expect(await app.call("PUT /user/password", { new_password: next }, person)).toMatchObject({ status: 400, message: "原密码不正确" })
    expect(await app.call("PUT /user/password", { old_password: right, new_password: "password1" }, person)).toMatchObject({
      status: 400,
      message: "这个密码太常见了，请换一个",
    })
    expect(await app.call("PUT /user/password", { old_password: right, new_password: next }, person)).toMatchObject(changed)
    expect(await app.call("GET /user", {}, elsewhere)).toMatchObject({ status: 401 })
    expect(await app.call("GET /user", {}, person)).toMatchObject(changed)
    expect(await app.call("POST /user/login", { username: person.username, password: right })).toMatchObject({ status: 400 })
    await again(person, next)
  })

  test("five wrong passwords, also in parallel, block for fifteen minutes; a correct one resets the count [security: 6.3.1]", async () => {
    const person = await app.person()
    const wrong = () => app.call("PUT /user/password", { old_password: "not this one", new_password: next }, person)
    for (let n = 0; n < 3; n++) expect(await wrong()).toMatchObject({ status: 400 })
    expect(await app.call("PUT /user/password", { old_password: right, new_password: next }, person)).toMatchObject(changed)
    const replies = await Promise.all(Array.from({ length: 12 }, wrong))
    expect(replies.filter((reply) => reply.status === 400)).toHaveLength(5)
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(7)
    expect(await app.call("PUT /user/password", { old_password: next, new_password: right }, person)).toMatchObject({ status: 429 })
    expect(await app.call("POST /user/close", { password: next }, person)).toMatchObject({ status: 429 })
  })

  test("a user without a password can set one only right after logging in", async () => {
    const person = await app.person()
    await set(person.id, { password: "" })
    expect((await me(person)).has_password).toBe(false)
    await app.database.db
      .update(sessionTable)
      .set({ created_at: new Date(app.now().getTime() - 31 * 60_000) })
      .where(eq(sessionTable.user_id, person.id))
    expect(await app.call("PUT /user/password", { new_password: next }, person)).toMatchObject({ status: 403, message: "请重新登录后再试" })
    await app.database.db
      .update(sessionTable)
      .set({ created_at: new Date(app.now().getTime() - 29 * 60_000) })
      .where(eq(sessionTable.user_id, person.id))
    expect(await app.call("PUT /user/password", { new_password: next }, person)).toMatchObject(changed)
    expect((await me(person)).has_password).toBe(true)
  })

  test("changing another user's password requires the permission, ends their sessions, is denied for user 1 and stronger users", async () => {
    const [person, other] = [await app.person(), await app.person()]
    expect(await app.call("PUT /user/password", { id: person.id, new_password: next }, other)).toMatchObject({ status: 403 })
    const staff = await staffWith(app, "UserAPI/UpdateUserPassword")
    expect(await app.call("PUT /user/password", { id: person.id, new_password: next }, staff)).toMatchObject(changed)
    expect(await app.call("GET /user", {}, person)).toMatchObject({ status: 401 })
    await again(person, next)
    expect(await app.call("PUT /user/password", { id: 1, new_password: next }, staff)).toMatchObject({ status: 403 })
    const better = await staffWith(app, "ConfigAPI/UpdateConfig")
    expect(await app.call("PUT /user/password", { id: better.id, new_password: next }, staff)).toMatchObject({ status: 403 })
    expect(await app.call("GET /user", {}, better)).toMatchObject(changed)
  })
})
