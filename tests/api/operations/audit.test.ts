import { desc, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { auditTable } from "@/server/modules/operations/audit/audit.table"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp } from "../../setup/test-app"

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
const count = () => app.database.db.$count(auditTable)
const last = async () => (await app.database.db.select().from(auditTable).orderBy(desc(auditTable.id)).limit(1))[0]!

describe("the audit log of staff", () => {
  test("records the user, the call, its input and the IP address [security: 16.2.1]", async () => {
    const staff = await staffWith(app, "BannerAPI/CreateBanner")
    await app.call("POST /banner", { path: "/uploads/x.png", title: "活动", unknown: "no" }, staff, "198.51.100.4")
    expect(await last()).toMatchObject({
      user_id: staff.id,
      username: staff.username,
      call: "POST /banner",
      title: "添加轮播图",
      input: { path: "/uploads/x.png", title: "活动" },
      ip: "198.51.100.4",
    })
    expect((await last()).input).not.toHaveProperty("unknown")
  })

  test("masks secrets and shortens long texts [security: 16.2.5]", async () => {
    const admin = await app.admin()
    await app.call("POST /user", { username: "audited", password: "very secret 99", group_id: [2] }, admin)
    expect(await last()).toMatchObject({ input: { username: "audited", password: "******", group_id: [2] } })
    await app.call("PUT /user/password", { id: 2, new_password: "very secret 98", old_password: "very secret 97" }, admin)
    await app.call(
      "PUT /config",
      {
        config: [
          { category: "email", name: "password", value: "very secret 96" },
          { category: "security", name: "close_statement", value: "长".repeat(2_000) },
        ],
      },
      admin,
    )
    expect(await last()).toMatchObject({
      call: "PUT /config",
      input: { config: [{ name: "password", value: "******" }, { value: `${"长".repeat(500)}…` }] },
    })
    expect(JSON.stringify(await app.database.db.select().from(auditTable))).not.toContain("very secret")
  })

  test("records successful calls in their transaction, and no rejected ones", async () => {
    const admin = await app.admin()
    const before = await count()
    await app.call("POST /group", { title: "普通用户" }, admin)
    await app.call("DELETE /group", { id: [2] }, admin)
    await app.call("PUT /config", { config: [{ category: "system", name: "nothing", value: "1" }] }, admin)
    await app.call("POST /banner", {}, admin)
    await app.call("POST /banner", { path: "/x.png" }, await app.person())
    expect(await count()).toBe(before)
  })

  test("does not record reads or actions of users on their own account", async () => {
    const person = await app.person()
    const staff = await staffWith(app, "UserAPI/ListUser")
    const before = await count()
    await app.call("PUT /user/profile", { signature: "我" }, person)
    await app.call("GET /user/list", {}, staff)
    expect(await count()).toBe(before)
  })

  test("is append-only [security: 16.4.2]", async () => {
    await expect(app.database.db.update(auditTable).set({ username: "nobody" })).rejects.toThrow()
    await expect(app.database.db.delete(auditTable)).rejects.toThrow()
    await expect(app.database.db.execute(sql`update audit set ip = ''`)).rejects.toThrow()
  })
})
