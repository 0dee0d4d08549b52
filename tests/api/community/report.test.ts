import { beforeAll, expect, test } from "vitest"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let owner: TestUser
let reader: TestUser

beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  owner = await app.person()
  reader = await app.person()
})

test("a user reports a document once, with title and name at that time; the reporter cannot set the other fields", async () => {
  const { id, uuid } = await library.document(owner, "可疑的文档")
  expect(
    await app.call(
      "POST /report",
      { document_id: id, reason: 3, remark: " 虚假 ", status: true, username: "冒名", user_id: owner.id },
      reader,
    ),
  ).toMatchObject({ ok: true })
  const again = await Promise.all(Array.from({ length: 5 }, () => app.call("POST /report", { document_id: id, reason: 1 }, reader)))
  for (const reply of again) expect(reply).toMatchObject({ ok: false, status: 409, message: "你已举报过当前文档" })
  await app.call("PUT /document", { id, title: "改了名" }, owner)
  const list = await app.call("GET /report/list", {}, await app.admin())
  expect(list).toMatchObject({
    ok: true,
    data: {
      total: 1,
      report: [
        {
          document_id: id,
          document_uuid: uuid,
          document_title: "可疑的文档",
          user_id: reader.id,
          username: reader.username,
          reason: 3,
          status: false,
          remark: "",
          reporter_remark: "虚假",
        },
      ],
    },
  })
})

test.each([
  [{ document_id: 99999, reason: 1 }, "文档参数不正确"],
  [{ document_id: 1, reason: 8 }, "请选择举报原因"],
  [{ document_id: 0, reason: 1 }, "编号不正确"],
])("%j is rejected", async (input, message) => {
  expect(await app.call("POST /report", input, reader)).toMatchObject({ ok: false, status: 400, message })
})

test("staff handle, search and remove reports; other users may not", async () => {
  const [one, two] = [await library.document(owner, "盗版教材"), await library.document(owner, "广告单")]
  for (const { id } of [one, two]) await app.call("POST /report", { document_id: id, reason: 7, remark: "第 3 页起是扫描的教材" }, reader)
  const admin = await app.admin()
  const titles = async (input: object) => {
    const reply = await app.call("GET /report/list", input, admin)
    return reply.ok ? reply.data.report.map((row) => row.document_title) : []
  }
  const listing = await app.call("GET /report/list", { wd: "盗版" }, admin)
  const id = listing.ok ? listing.data.report[0]!.id : 0
  for (const [key, input] of [
    ["PUT /report", { id, status: true }],
    ["DELETE /report", { id: [id] }],
    ["GET /report/list", {}],
  ] as const)
    expect(await app.call(key, input, reader)).toMatchObject({ ok: false, status: 403 })
  expect(await app.call("PUT /report", { id, status: 2, remark: "已下架" }, admin)).toMatchObject({ ok: false, status: 400 })
  expect(await app.call("PUT /report", { id, status: true, remark: "已下架" }, admin)).toMatchObject({ ok: true })
  const handled = await app.call("GET /report/list", { wd: "盗版" }, admin)
  expect(handled).toMatchObject({ data: { report: [{ reporter_remark: "第 3 页起是扫描的教材", remark: "已下架" }] } })
  expect(await titles({ status: [true] })).toEqual(["盗版教材"])
  expect(await titles({ status: [false] })).toContain("广告单")
  await app.call("DELETE /document", { id: [two.id] }, owner)
  const gone = await app.call("GET /report/list", { wd: "广告单" }, admin)
  expect(gone).toMatchObject({ ok: true, data: { report: [{ document_title: "广告单", document_uuid: "" }] } })
  expect(await app.call("DELETE /report", { id: [id] }, admin)).toMatchObject({ ok: true })
  expect(await titles({ wd: "盗版" })).toEqual([])
  expect(await app.call("PUT /report", { id, status: true }, admin)).toMatchObject({ ok: false, status: 404 })
})

test("a user cannot report a hidden document", async () => {
  const { id } = await library.document(owner, "看不见")
  await app.database.pool.query("update document set status = 6 where id = $1", [id])
  expect(await app.call("POST /report", { document_id: id, reason: 1 }, reader)).toMatchObject({ ok: false, status: 400 })
})
