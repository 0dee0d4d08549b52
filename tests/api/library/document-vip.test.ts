import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let owner: TestUser

beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  owner = await app.person()
})
beforeEach(() => library.set("vip", { enable: true }))

const isVip = async (id: number) => (await library.rows<{ is_vip: boolean }>("select is_vip from document where id = $1", [id]))[0]!.is_vip
const listed = async (input: object) => {
  const reply = await app.call("GET /document/list", { user_id: [owner.id], size: 100, ...input }, owner)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.document.map(({ title, is_vip }) => [title, is_vip])
}

describe("VIP of one document", () => {
  test("is set for each file when it is uploaded", async () => {
    const item = async (title: string, more: object) => ({ attachment_id: await app.file(owner, `${title}.txt`), title, ...more })
    const reply = await app.call(
      "POST /document",
      {
        document: [
          await item("会员的", { price: 5, is_vip: true }),
          await item("不是", { price: 5, is_vip: false }),
          await item("没说", {}),
        ],
      },
      owner,
    )
    expect(reply).toMatchObject({ ok: true })
    expect(await listed({ order: "id asc" })).toEqual([
      ["会员的", true],
      ["不是", false],
      ["没说", false],
    ])
    expect(await listed({ fee_type: "vip" })).toEqual([["会员的", true]])
  })

  test("can be changed by owner and staff, not by other users; without the field it stays", async () => {
    const { id } = await library.document(owner, "改来改去", { price: 3 })
    const change = async (input: object, as: TestUser) => ((await app.call("PUT /document", { id, ...input }, as)).ok, isVip(id))
    expect(await change({ is_vip: true }, owner)).toBe(true)
    expect(await change({ title: "只改题" }, owner)).toBe(true)
    expect(await change({ is_vip: false }, await app.person())).toBe(true)
    expect(await change({ is_vip: false }, await app.admin())).toBe(false)
    expect(await app.call("PUT /document", { id, is_vip: "是" }, owner)).toMatchObject({ ok: false, status: 400 })
  })

  test("a site without VIP accepts no new VIP flag and keeps existing ones", async () => {
    const { id } = await library.document(owner, "以前是", { is_vip: true })
    await library.set("vip", { enable: false })
    await app.call("PUT /document", { id, is_vip: false, price: 2 }, owner)
    expect(await isVip(id)).toBe(true)
    await app.call("PUT /document", { id, is_vip: false }, await app.admin())
    expect(await isVip(id), "staff may prepare what is to come").toBe(false)
    expect(await isVip((await library.document(owner, "现在不行", { is_vip: true })).id)).toBe(false)
  })

  test("the text of a free document can be selected, unless the document is for members only", async () => {
    const { id, uuid } = await library.document(owner, "文字", { is_vip: true })
    await app.database.pool.query("update document set status = 2, pages = 1, converted_pages = 1 where id = $1", [id])
    const hasWords = async () => {
      const reply = await app.call("GET /document", { uuid })
      return reply.ok && reply.data.has_words
    }
    expect(await hasWords()).toBe(false)
    await library.set("vip", { enable: false })
    expect(await hasWords()).toBe(true)
  })
})

describe("VIP of several documents (PUT /document/vip)", () => {
  test("requires its own permission; deleted and unknown documents are ignored", async () => {
    const [one, two, gone] = [
      await library.document(owner, "批量一"),
      await library.document(owner, "批量二"),
      await library.document(owner, "批量删"),
    ]
    await app.call("DELETE /document", { id: [gone.id] }, owner)
    const input = { document_id: [one.id, two.id, gone.id, 999_999], is_vip: true }
    expect(await app.call("PUT /document/vip", input)).toMatchObject({ ok: false, status: 401 })
    expect(await app.call("PUT /document/vip", input, owner)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("PUT /document/vip", { document_id: [], is_vip: true }, await app.admin())).toMatchObject({
      ok: false,
      status: 400,
      message: "请选择文档",
    })
    expect(await app.call("PUT /document/vip", input, await app.admin())).toMatchObject({ ok: true })
    expect([await isVip(one.id), await isVip(two.id), await isVip(gone.id)]).toEqual([true, true, false])
    expect(await app.call("PUT /document/vip", { document_id: [two.id], is_vip: false }, await app.admin())).toMatchObject({ ok: true })
    expect([await isVip(one.id), await isVip(two.id)]).toEqual([true, false])
    expect(await library.rows("select method, title from permission where path = '/api.v1.DocumentAPI/SetDocumentsVIP'")).toEqual([
      { method: "GRPC", title: "批量设置VIP文档" },
    ])
  })
})
