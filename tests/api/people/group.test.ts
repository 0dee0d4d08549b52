import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { auditTable } from "@/server/modules/operations/audit/audit.table"
import { groupPermissionTable, permissionTable, groupTable } from "@/server/modules/people/group/group.table"
import { syncPermissions } from "@/server/modules/people/group/permission.usecases"
import { groupWith, memberships, staffWith } from "../../setup/staff"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.admin()
})
const done = { ok: true, status: 200 }
const permissionId = async (path: string) =>
  (
    await app.database.db
      .select()
      .from(permissionTable)
      .where(eq(permissionTable.path, `/api.v1.${path}`))
  )[0]!.id
const defaults = async () =>
  (await app.database.db.select({ id: groupTable.id }).from(groupTable).where(eq(groupTable.is_default, true))).map((row) => row.id)
const granted = async (id: number) => {
  const reply = await app.call("GET /group/permission", { id }, admin)
  return reply.ok ? reply.data.permission_id : []
}

describe("the role 编辑 of a new site", () => {
  test("reviews documents, articles and comments, and has no other permission", async () => {
    const { db } = app.database
    const [editor] = await db.select().from(groupTable).where(eq(groupTable.title, "编辑"))
    expect(editor).toMatchObject({ is_default: false, enable_document_review: false })
    const paths = (
      await db
        .select({ path: permissionTable.path })
        .from(groupPermissionTable)
        .innerJoin(permissionTable, eq(permissionTable.id, groupPermissionTable.permission_id))
        .where(eq(groupPermissionTable.group_id, editor!.id))
    ).map(({ path }) => path.replace("/api.v1.", ""))
    expect(paths.toSorted()).toEqual([
      "ArticleAPI/CheckArticles",
      "ArticleAPI/GetArticle",
      "ArticleAPI/ListArticle",
      "CommentAPI/CheckComment",
      "CommentAPI/GetComment",
      "CommentAPI/ListComment",
      "DocumentAPI/CheckDocument",
      "DocumentAPI/DownloadDocumentToBeReviewed",
      "DocumentAPI/GetDocument",
      "DocumentAPI/ListDocument",
    ])
    const person = await staffWith(app, ...paths)
    expect(await app.call("GET /document/list", {}, person)).toMatchObject(done)
    for (const call of ["GET /config/list", "GET /order/list", "GET /sms/list", "GET /permission/list"] as const)
      expect((await app.call(call, {}, person)).status, call).not.toBe(200)
  })
})

describe("groups", () => {
  test("are stored with the given values, flags included", async () => {
    const input = {
      title: "专栏编辑",
      color: "#f60",
      description: "写文章的人",
      sort: 7,
      is_display: true,
      enable_comment: false,
      enable_article: false,
      enable_upload: true,
      enable_document_review: true,
      enable_article_crawl: true,
    }
    const reply = await app.call("POST /group", { ...input, user_count: 99, id: 1 }, admin)
    expect(reply).toMatchObject({ ...done, data: { ...input, user_count: 0, is_default: false } })
    const id = reply.ok ? reply.data.id : 0
    expect(id).toBeGreaterThan(3)
    expect(await app.call("PUT /group", { id, title: "总编", enable_comment: true }, admin)).toMatchObject(done)
    expect(await app.call("GET /group", { id }, admin)).toMatchObject({ data: { ...input, title: "总编", enable_comment: true } })
    expect(await app.call("POST /group", { title: "总编" }, admin)).toMatchObject({ status: 409, message: "分组名称已存在" })
    expect(await app.call("PUT /group", { id, title: "普通用户" }, admin)).toMatchObject({ status: 409, message: "分组名称已存在" })
    expect(await app.call("PUT /group", { id: 999, title: "没有" }, admin)).toMatchObject({ status: 404 })
    expect(await app.call("POST /group", { title: " " }, admin)).toMatchObject({ status: 400, message: "请输入名称" })
  })

  test("the list requires a permission and is ordered by sort, largest first", async () => {
    await app.call("POST /group", { title: "排在前面", sort: 9_000 }, admin)
    const reply = await app.call("GET /group/list", { size: 100 }, admin)
    if (!reply.ok) throw new Error(reply.message)
    expect(reply.data.group[0]!.title).toBe("排在前面")
    expect(reply.data.total).toBe(reply.data.group.length)
    expect(await app.call("GET /group/list", { wd: "排在" }, admin)).toMatchObject({ data: { total: 1 } })
    expect(await app.call("GET /group/list", {}, await app.person())).toMatchObject({ status: 403 })
  })

  test("exactly one group is the default, also after parallel changes", async () => {
    expect(await app.call("PUT /group", { id: 2, is_default: false }, admin)).toMatchObject({
      status: 400,
      message: "至少要有一个默认用户组",
    })
    const ids = await Promise.all([1, 2, 3].map(() => groupWith(app, [])))
    const replies = await Promise.all([
      ...ids.map((id) => app.call("PUT /group", { id, is_default: true }, admin)),
      app.call("POST /group", { title: "新的默认", is_default: true }, admin),
    ])
    expect(replies.every((reply) => reply.ok)).toBe(true)
    expect(await defaults()).toHaveLength(1)
    const [now] = await defaults()
    expect(await memberships(app, (await app.person()).id)).toEqual([now])
    await app.call("PUT /group", { id: 2, is_default: true }, admin)
    expect(await defaults()).toEqual([2])
  })

  test("the default group and groups with members cannot be deleted; others are deleted with their permissions", async () => {
    const refused = { status: 400, message: "默认分组以及分组下存在用户的组不能删除" }
    const staff = await staffWith(app, "UserAPI/ListUser")
    const empty = await groupWith(app, ["/api.v1.UserAPI/ListUser"])
    expect(await app.call("DELETE /group", { id: [2] }, admin)).toMatchObject(refused)
    expect(await app.call("DELETE /group", { id: [empty, staff.group_id] }, admin)).toMatchObject(refused)
    expect(await app.call("GET /group", { id: empty }, admin)).toMatchObject(done)
    expect(await app.call("DELETE /group", { id: [empty, 999_999] }, admin)).toMatchObject(done)
    expect(await app.call("GET /group", { id: empty }, admin)).toMatchObject({ status: 404 })
    expect(await app.database.db.$count(groupPermissionTable, eq(groupPermissionTable.group_id, empty))).toBe(0)
  })
})

describe("permissions of a group", () => {
  test("are replaced as a whole without duplicates and unknown ids, and apply from the next request", async () => {
    const person = await staffWith(app, "BannerAPI/ListBanner")
    const [listReports, listSms] = [await permissionId("ReportAPI/ListReport"), await permissionId("GroupAPI/ListGroup")]
    expect(await app.call("GET /group/list", {}, person)).toMatchObject({ status: 403 })
    expect(
      await app.call(
        "PUT /group/permission",
        { group_id: person.group_id, permission_id: [listReports, listSms, listSms, 999_999] },
        admin,
      ),
    ).toMatchObject(done)
    expect(await granted(person.group_id)).toEqual([listReports, listSms].toSorted((a, b) => a - b))
    expect(await app.call("GET /group/list", {}, person)).toMatchObject(done)
    expect(await app.call("PUT /group/permission", { group_id: person.group_id, permission_id: [] }, admin)).toMatchObject(done)
    expect(await app.call("GET /group/list", {}, person)).toMatchObject({ status: 403 })
    expect(await app.call("PUT /group/permission", { group_id: 999_999, permission_id: [] }, admin)).toMatchObject({ status: 404 })
    expect(await app.call("GET /group/permission", { id: 999_999 }, admin)).toMatchObject({ status: 404 })
  })

  test("null, 0 and unknown ids are dropped, because a form with only some permissions sends them", async () => {
    const group = await groupWith(app, [])
    const permission = await permissionId("GroupAPI/ListGroup")
    expect(
      await app.call("PUT /group/permission", { group_id: group, permission_id: [null, 0, -1, permission, 999_999, null] }, admin),
    ).toMatchObject(done)
    expect(await granted(group)).toEqual([permission])
    expect(await app.call("PUT /group/permission", { group_id: group, permission_id: ["all"] }, admin)).toMatchObject({ status: 400 })
    expect(await granted(group)).toEqual([permission])
  })

  test("are cleared by an empty list, which is audited; those of group 1 are not", async () => {
    const permission = await permissionId("GroupAPI/ListGroup")
    const group = await groupWith(app, ["/api.v1.GroupAPI/ListGroup"])
    const entries = async () => app.database.db.select().from(auditTable).where(eq(auditTable.call, "PUT /group/permission"))
    const before = (await entries()).length
    expect(await app.call("PUT /group/permission", { group_id: group, permission_id: [] }, admin)).toMatchObject(done)
    expect(await granted(group)).toEqual([])
    expect((await entries()).slice(before)).toMatchObject([{ user_id: admin.id, input: { group_id: group, permission_id: [] } }])

    expect(await app.call("PUT /group/permission", { group_id: 1, permission_id: [permission] }, admin)).toMatchObject(done)
    for (const permission_id of [[], [0, null], [999_999]])
      expect(await app.call("PUT /group/permission", { group_id: 1, permission_id }, admin)).toMatchObject({
        status: 400,
        message: "管理员组的权限不能全部取消",
      })
    expect(await granted(1)).toEqual([permission])
    expect(await entries()).toHaveLength(before + 2)
  })

  test("another process on the same database sees the change within a second", async () => {
    const other = await testApp({ connection: app.database.pool.options })
    const person = await staffWith(app, "GroupAPI/ListGroup")
    expect(await other.call("GET /group/list", {}, person)).toMatchObject(done)
    await app.call("PUT /group/permission", { group_id: person.group_id, permission_id: [] }, admin)
    await until(async () => (await other.call("GET /group/list", {}, person)).status === 403, 1_000)
    await app.call("PUT /group/permission", { group_id: person.group_id, permission_id: [await permissionId("GroupAPI/ListGroup")] }, admin)
    await until(async () => (await other.call("GET /group/list", {}, person)).ok, 1_000)
  })

  test("only user 1 can grant permissions that they do not hold, in any way [security: 8.2.1]", async () => {
    const staff = await staffWith(app, "GroupAPI/UpdateGroupPermission", "GroupAPI/UpdateGroup", "GroupAPI/CreateGroup")
    const [theirs, foreign] = [await permissionId("GroupAPI/UpdateGroup"), await permissionId("ConfigAPI/UpdateConfig")]
    const [group, weaker] = [await groupWith(app, ["/api.v1.ConfigAPI/ListConfig"]), await groupWith(app, [])]
    const permission = await permissionId("ConfigAPI/ListConfig")
    expect(await app.call("PUT /group/permission", { group_id: staff.group_id, permission_id: [foreign] }, staff)).toMatchObject({
      status: 403,
      message: "你不能授予自己没有的权限",
    })
    expect(await app.call("PUT /group/permission", { group_id: group, permission_id: [permission, theirs] }, staff)).toMatchObject({
      status: 403,
      message: "这个用户组的权限比你的多，你不能更改",
    })
    expect(await app.call("PUT /group/permission", { group_id: weaker, permission_id: [theirs] }, staff)).toMatchObject(done)
    expect(await granted(weaker)).toEqual([theirs])
    // every new user joins the default group
    expect(await app.call("PUT /group", { id: group, is_default: true }, staff)).toMatchObject({ status: 403 })
    expect(await defaults()).toEqual([2])
  })
})

describe("permissions", () => {
  test("are listed by path and found by text, path and method", async () => {
    const reply = await app.call("GET /permission/list", { size: 1000 }, admin)
    if (!reply.ok) throw new Error(reply.message)
    const paths = reply.data.permission.map((row) => row.path)
    expect(paths).toContain("/api.v1.UserAPI/UpdateUserPassword")
    expect(reply.data.total).toBe(paths.length)
    expect(new Set(paths).size).toBe(paths.length)
    expect(await app.call("GET /permission/list", { path: "GroupAPI/ListGroup" }, admin)).toMatchObject({ data: { total: 1 } })
    expect(await app.call("GET /permission/list", { method: ["POST"] }, admin)).toMatchObject({
      data: { permission: expect.arrayContaining([expect.objectContaining({ method: "POST", path: "/api/v1/upload/banner" })]) as unknown },
    })
    expect(await app.call("GET /permission/list", { wd: "%" }, admin)).toMatchObject({ data: { total: 0 } })
  })

  test("are listed completely without a size, with methods in any case, as the form for group permissions requests", async () => {
    const count = await app.database.db.$count(permissionTable)
    const input = { method: ["grpc", "get", "post", "put", "delete", "patch", "options", "head", "trace", "connect"] }
    const reply = await app.call("GET /permission/list", input, admin)
    if (!reply.ok) throw new Error(reply.message)
    expect([reply.data.total, reply.data.permission.length]).toEqual([count, count])
    expect(await app.call("GET /permission/list", { method: "Post" }, admin)).toEqual(
      await app.call("GET /permission/list", { method: ["POST"] }, admin),
    )
    const page = await app.call("GET /permission/list", { wd: "", page: "1", size: "10", method: "", path: "", _t: "1795367408795" }, admin)
    expect(page.ok && [page.data.total, page.data.permission.length]).toEqual([count, 10])
  })

  test("one of them also shows staff the disabled categories", async () => {
    expect(await permissionId("CategoryAPI/ListCategory")).toBeGreaterThan(0)
    await app.database.pool.query("insert into category (title, enable, type) values ('关着的', false, 0)")
    const titles = async (as?: TestUser) => {
      const reply = await app.call("GET /category/list", {}, as)
      return reply.ok ? reply.data.category.map(({ title }) => title) : []
    }
    expect(await titles(await staffWith(app, "CategoryAPI/ListCategory"))).toContain("关着的")
    expect(await titles(await staffWith(app, "GroupAPI/ListGroup"))).not.toContain("关着的")
    expect(await titles()).not.toContain("关着的")
  })

  test("staff may change titles, which survive a restart; method and path cannot be changed", async () => {
    const id = await permissionId("UserAPI/ListUser")
    expect(
      await app.call("PUT /permission", { id, title: "看看用户", description: "给客服", path: "/hacked", method: "GET" }, admin),
    ).toMatchObject(done)
    await syncPermissions(createCtx(app))
    expect(await app.call("GET /permission", { id }, admin)).toMatchObject({
      data: { title: "看看用户", description: "给客服", method: "GRPC", path: "/api.v1.UserAPI/ListUser" },
    })
    expect(await app.call("PUT /permission", { id, title: "又改" }, admin)).toMatchObject(done)
    expect(await app.call("GET /permission", { id }, admin)).toMatchObject({ data: { title: "又改", description: "给客服" } })
    expect(await app.call("PUT /permission", { id: 999_999, title: "没有" }, admin)).toMatchObject({ status: 404 })
  })

  test("a call that this version lacks keeps its permission and its grants, marked and without effect, until a version has it again; a new call gets one that no group has", async () => {
    const { db } = app.database
    await db.insert(permissionTable).values({ method: "GRPC", path: "/api.v1.OldAPI/Gone", title: "旧的" })
    const id = await permissionId("SmsAPI/ListSms").catch(() => permissionId("BannerAPI/ListBanner"))
    await db.delete(permissionTable).where(eq(permissionTable.id, id))
    await Promise.all([syncPermissions(createCtx(app)), syncPermissions(createCtx(app))])
    const gone = eq(permissionTable.path, "/api.v1.OldAPI/Gone")
    const [row] = await db.select().from(permissionTable).where(gone)
    expect(row).toMatchObject({ title: "旧的", retired_at: expect.any(Date) as Date })
    expect(await app.call("GET /permission", { id: row!.id }, admin)).toMatchObject({
      data: { retired_at: row!.retired_at!.toISOString() },
    })
    expect(await app.call("GET /permission", { id }, admin)).toMatchObject({ status: 404 })
    // the same version again changes nothing, not even the time of the mark
    await syncPermissions(createCtx(app))
    expect((await db.select().from(permissionTable).where(gone))[0]).toEqual(row)
    await db.update(permissionTable).set({ path: "/api.v1.OldAPI/Back", method: "GRPC" }).where(gone)
    const existing = await permissionId("UserAPI/ListUser")
    await db.update(permissionTable).set({ retired_at: new Date() }).where(eq(permissionTable.id, existing))
    await syncPermissions(createCtx(app))
    expect((await db.select().from(permissionTable).where(eq(permissionTable.id, existing)))[0]!.retired_at).toBeNull()
    await db.delete(permissionTable).where(eq(permissionTable.path, "/api.v1.OldAPI/Back"))
  })

  test("every user can read their own permissions; user 1 has all", async () => {
    const staff = await staffWith(app, "UserAPI/ListUser", "/api/v1/upload/banner")
    const ownPermissions = await app.call("GET /user/permission", {}, staff)
    expect(ownPermissions.ok && ownPermissions.data.permission.map((row) => row.path)).toEqual(
      ["/api.v1.UserAPI/ListUser", "/api/v1/upload/banner"].toSorted(),
    )
    expect(await app.call("GET /user/permission", {}, await app.person())).toMatchObject({ data: { permission: [] } })
    const all = await app.call("GET /user/permission", {}, admin)
    expect(all.ok && all.data.permission.length).toBe(await app.database.db.$count(permissionTable))
  })
})
