import { eq, inArray } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { callOf } from "@/lib/contract/contract"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { capabilities, reviews } from "@/server/modules/people/group/group.rules"
import { groupTable, permissionTable } from "@/server/modules/people/group/group.table"
import { punishmentTable } from "@/server/modules/people/punishment/punishment.table"
import { addToGroup } from "@/server/modules/people/user/membership.usecases"
import { confirmAs, confirmedAgo, wantsConfirmation } from "../../setup/confirmation"
import { groupWith, memberships, staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/** The rights to manage users and groups; `more` is an additional right of a user with more permissions. */
const rights = [
  "PunishmentAPI/CreatePunishment",
  "PunishmentAPI/UpdatePunishment",
  "PunishmentAPI/CancelPunishment",
  "GroupAPI/UpdateGroupPermission",
  "GroupAPI/UpdateGroup",
  "GroupAPI/DeleteGroup",
  "UserAPI/AddUser",
  "UserAPI/SetUser",
  "UserAPI/UpdateUserPassword",
  "UserAPI/UpdateUserProfile",
]
const more = "ConfigAPI/UpdateConfig"
const done = { ok: true, status: 200 }
const refused = { ok: false, status: 403 }

let app: TestApp
let admin: TestUser
let staff: TestUser & { group_id: number }
let stronger: TestUser & { group_id: number }
let reader: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
  staff = await staffWith(app, ...rights)
  stronger = await staffWith(app, ...rights, more)
  reader = await app.person()
})

const idsOf = async (...names: string[]) => {
  const paths = names.map((name) => `/api.v1.${name}`)
  return (await app.database.db.select().from(permissionTable).where(inArray(permissionTable.path, paths))).map(({ id }) => id)
}
const grantedTo = async (id: number) => {
  const reply = await app.call("GET /group/permission", { id }, admin)
  return reply.ok ? reply.data.permission_id : []
}

/** The fields of a group that let nobody do anything. */
const harmless = ["id", "title", "color", "description", "sort", "is_display", "document_visibility"]

describe("groups of others [security: 8.2.2]", () => {
  test("every field of a group is decided: it lets members do something, reviews what they publish, is guarded, or is harmless", () => {
    const { input } = callOf("PUT /group")!
    const fields = "shape" in input ? Object.keys(input.shape as object) : []
    // `is_default`: staff can only change groups that have no more permissions than they have
    const decided = [...Object.keys(capabilities), ...Object.keys(reviews), "is_default", ...harmless]
    expect(fields.toSorted()).toEqual(decided.toSorted())
  })

  test("staff change no group with more permissions than theirs, not even its name or flags", async () => {
    const staff = await staffWith(app, "GroupAPI/UpdateGroup")
    const stronger = await groupWith(app, ["/api.v1.GroupAPI/UpdateGroup", "/api.v1.UserAPI/DeleteUser"])
    for (const change of [{ title: "改名" }, { enable_upload: true }, { is_default: true }, { color: "#f00" }])
      expect(await app.call("PUT /group", { id: stronger, ...change }, staff), JSON.stringify(change)).toMatchObject({ status: 403 })
    const weaker = await groupWith(app, [])
    expect(await app.call("PUT /group", { id: weaker, color: "#f00" }, staff)).toMatchObject({ status: 200 })
  })

  test("staff switch on only what their own groups let them do; reviews are switched off likewise", async () => {
    const staff = await staffWith(app, "GroupAPI/UpdateGroup", "GroupAPI/CreateGroup")
    const flags = { enable_upload: false, enable_comment: false, enable_article: false, enable_article_crawl: false }
    await app.database.db
      .update(groupTable)
      .set({ ...flags, enable_document_review: true })
      .where(inArray(groupTable.id, await memberships(app, staff.id)))
    const group = await groupWith(app, [], { ...flags, enable_document_review: true })
    for (const flag of Object.keys(flags)) {
      expect(await app.call("PUT /group", { id: group, [flag]: true }, staff)).toMatchObject({ status: 403 })
      expect(await app.call("POST /group", { title: `新组 ${flag}`, [flag]: true }, staff)).toMatchObject({ status: 403 })
    }
    expect(await app.call("PUT /group", { id: group, enable_document_review: false }, staff)).toMatchObject({ status: 403 })
    // a new group may comment and publish unless the request says otherwise
    expect(await app.call("POST /group", { title: "不写开关" }, staff)).toMatchObject({ status: 403 })
    expect(await app.call("POST /group", { title: "都关着", ...flags, enable_document_review: true }, staff)).toMatchObject({ status: 200 })
    await app.database.db
      .update(groupTable)
      .set({ enable_upload: true, enable_document_review: false })
      .where(eq(groupTable.id, staff.group_id))
    expect(await app.call("PUT /group", { id: group, enable_upload: true, enable_document_review: false }, staff)).toMatchObject({
      status: 200,
    })
    expect(await app.call("PUT /group", { id: group, ...flags, enable_article_crawl: true }, await app.admin())).toMatchObject({
      status: 200,
    })
  })
})

describe("a punishment stays within the rank of staff [security: rank]", () => {
  const type = [PunishmentType.comment]
  const rowsOf = (person: TestUser) => app.database.db.select().from(punishmentTable).where(eq(punishmentTable.user_id, person.id))

  test("a user with more permissions is not punished, nor is any other user in the same call [security: rank]", async () => {
    for (const type of [PunishmentType.account, PunishmentType.comment])
      expect(await app.call("POST /punishment", { user_id: [reader.id, stronger.id], type: [type] }, staff)).toMatchObject(refused)
    expect([await rowsOf(stronger), await rowsOf(reader)]).toEqual([[], []])
    expect(await app.call("GET /user", {}, stronger)).toMatchObject(done)
  })

  test("readers and equals are punished; user 1 is always skipped", async () => {
    expect(await app.call("POST /punishment", { user_id: [1, reader.id, staff.id], type }, staff)).toMatchObject(done)
    expect([(await rowsOf(admin)).length, (await rowsOf(reader)).length, (await rowsOf(staff)).length]).toEqual([0, 1, 1])
  })

  test("a punishment of a stronger user is neither changed nor cancelled", async () => {
    await app.call("POST /punishment", { user_id: [stronger.id], type, reason: "由站长处罚" }, admin)
    const [row] = await rowsOf(stronger)
    const change = { id: row!.id, type: PunishmentType.account, enable: true }
    expect(await app.call("PUT /punishment", change, staff)).toMatchObject(refused)
    expect(await app.call("PUT /punishment/cancel", { id: [row!.id] }, staff)).toMatchObject(refused)
    expect((await rowsOf(stronger))[0]).toMatchObject({ type: PunishmentType.comment, enable: true, reason: "由站长处罚" })
    expect(await app.call("PUT /punishment", { ...change, type: PunishmentType.upload }, admin)).toMatchObject(done)
  })
})

describe("permissions of a group stay within the rank of staff [security: rank]", () => {
  test("a group with more permissions stays unchanged: nothing is added or removed [security: rank]", async () => {
    const before = await grantedTo(stronger.group_id)
    const [ownPermission] = await idsOf(rights[0]!)
    for (const permission_id of [[], [ownPermission!], [...before], await idsOf(...rights)])
      expect(await app.call("PUT /group/permission", { group_id: stronger.group_id, permission_id }, staff)).toMatchObject(refused)
    expect(await grantedTo(stronger.group_id)).toEqual(before)
  })

  test("a weaker or equal group can be changed as before", async () => {
    const group_id = await groupWith(app, [`/api.v1.${rights[0]!}`])
    const permission_id = await idsOf(rights[1]!)
    expect(await app.call("PUT /group/permission", { group_id, permission_id }, staff)).toMatchObject(done)
    expect(await grantedTo(group_id)).toEqual(permission_id)
    expect(await app.call("PUT /group/permission", { group_id, permission_id: await idsOf(more) }, staff)).toMatchObject(refused)
  })

  test("an empty group with more permissions cannot be deleted", async () => {
    const id = await groupWith(app, [`/api.v1.${more}`])
    expect(await app.call("DELETE /group", { id: [id] }, staff)).toMatchObject(refused)
    expect(await app.call("DELETE /group", { id: [id] }, admin)).toMatchObject(done)
  })
})

describe("group 1 belongs to user 1 [security: rank]", () => {
  test("no other user gives or removes its membership [security: rank]", async () => {
    const add = { username: "newcomer1", password: "a new staple 7", group_id: [1] }
    expect(await app.call("POST /user", add, stronger)).toMatchObject(refused)
    const group = (await memberships(app, reader.id))[0]!
    expect(await app.call("PUT /user", { id: reader.id, group_id: [group, 1] }, stronger)).toMatchObject(refused)
    expect(await memberships(app, reader.id)).toEqual([group])

    expect(await app.call("PUT /user", { id: reader.id, group_id: [group, 1] }, admin)).toMatchObject(done)
    expect(await app.call("PUT /user", { id: reader.id, group_id: [group] }, stronger)).toMatchObject(refused)
    expect(await memberships(app, reader.id)).toEqual([1, group])
    // the password of an existing member can still be changed
    expect(await app.call("PUT /user", { id: reader.id, group_id: [group, 1], password: "a new staple 7" }, stronger)).toMatchObject(done)
  })

  test("no other user changes its row or its permissions, not even a member", async () => {
    await addToGroup(app.database, stronger.id, 1)
    const permission_id = await idsOf(rights[0]!)
    expect(await app.call("PUT /group/permission", { group_id: 1, permission_id }, stronger)).toMatchObject(refused)
    expect(await app.call("PUT /group", { id: 1, title: "超级管理员", enable_article: false }, stronger)).toMatchObject(refused)
    expect(await app.call("PUT /group/permission", { group_id: 1, permission_id }, admin)).toMatchObject(done)
  })

  test("it can never become the default group for registrations", async () => {
    const [row] = await app.database.db.select().from(groupTable).where(eq(groupTable.id, 1))
    expect(await app.call("PUT /group", { ...row, is_default: true }, admin)).toMatchObject({ ok: false, status: 400 })
    expect(await app.call("PUT /group", { ...row }, admin)).toMatchObject(done)
    // as an older version may have left it
    await app.database.db.update(groupTable).set({ is_default: true }).where(eq(groupTable.id, 1))
    const newcomer = await app.person()
    expect(await memberships(app, newcomer.id)).not.toContain(1)
    await app.database.db.update(groupTable).set({ is_default: false }).where(eq(groupTable.id, 1))
  })
})

describe("a new way into the account of another user requires a confirmation [security: confirmed-actions]", () => {
  test("setting a password or an address for another user is rejected in an old session; the rest of a profile is not", async () => {
    await confirmedAgo(app, staff, 11)
    const target = await app.person()
    const { id } = target
    expect(await wantsConfirmation(app, "PUT /user/password", { id, new_password: "a new staple 7" }, staff)).toBe(true)
    expect(await wantsConfirmation(app, "PUT /user/profile", { id, email: "elsewhere@example.org" }, staff)).toBe(true)
    expect(await wantsConfirmation(app, "PUT /user/profile", { id, mobile: "13900001111" }, staff)).toBe(true)
    // existing clients send the whole row back
    const whole = { id, email: `${target.username}@example.org`, mobile: "", signature: "新签名" }
    expect(await app.call("PUT /user/profile", whole, staff)).toMatchObject(done)
    await confirmAs(app, staff)
    expect(await app.call("PUT /user/password", { id, new_password: "a new staple 7" }, staff)).toMatchObject(done)
    expect(await app.call("PUT /user/profile", { id, email: "elsewhere@example.org" }, staff)).toMatchObject(done)
  })
})
