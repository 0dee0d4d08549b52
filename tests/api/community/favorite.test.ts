import { beforeAll, describe, expect, test } from "vitest"
import type { Favorite } from "@/lib/contract/types"
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
const collect = async (as: TestUser, document_id: number, more = {}): Promise<Favorite> => {
  const reply = await app.call("POST /favorite", { document_id, ...more }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const listed = async (as: TestUser, input = {}) => {
  const reply = await app.call("GET /favorite/list", input, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const countsOf = async (table: "document" | "article", id: number) =>
  (await library.rows<{ favorite_count: number }>(`select favorite_count from ${table} where id = $1`, [id]))[0]!.favorite_count

describe("adding a favourite", () => {
  test("a document: returns the favourite with the document, counts it, and rejects a second one", async () => {
    const { id, uuid } = await library.document(owner, "高等数学")
    expect(await collect(reader, id)).toMatchObject({
      document_id: id,
      document_uuid: uuid,
      type: 0,
      folder_id: 0,
      title: "高等数学",
      ext: ".txt",
      score: 300,
      cover: `/view/cover/${uuid}?v=1`,
    })
    expect(await app.call("POST /favorite", { document_id: id }, reader)).toMatchObject({
      ok: false,
      status: 409,
      message: "你已经收藏过了",
    })
    expect(await countsOf("document", id)).toBe(1)
    expect((await library.userOf(reader)).favorite_count).toBe(1)
    expect(await app.call("GET /favorite", { document_id: id }, reader)).toMatchObject({
      ok: true,
      data: { document_id: id, title: "高等数学" },
    })
    expect(await app.call("GET /favorite", { document_id: id }, owner)).toMatchObject({ ok: true })
    const others = await app.call("GET /favorite", { document_id: id }, owner)
    expect(others.ok && others.data.id).toBeFalsy()
  })

  test("an article and a document with the same id are separate favourites [security: ids-of-one-kind]", async () => {
    const { id, identifier } = await library.article(owner, "散文")
    expect(await collect(reader, id, { type: 1 })).toMatchObject({ type: 1, document_uuid: identifier, title: "散文", cover: "", ext: "" })
    expect(await countsOf("article", id)).toBe(1)
    const reply = await app.call("GET /favorite", { document_id: id, type: 1 }, reader)
    expect(reply.ok && reply.data.title).toBe("散文")
  })

  test("a missing or unreadable document or article returns 404", async () => {
    expect(await app.call("POST /favorite", { document_id: 99999 }, reader)).toMatchObject({
      ok: false,
      status: 404,
      message: "文档不存在",
    })
    expect(await app.call("POST /favorite", { document_id: 99999, type: 1 }, reader)).toMatchObject({
      ok: false,
      status: 404,
      message: "文章不存在",
    })
    const { id } = await library.document(owner, "待审")
    for (const status of [4, 6, 7]) {
      await app.database.pool.query("update document set status = $2 where id = $1", [id, status])
      expect(await app.call("POST /favorite", { document_id: id }, reader)).toMatchObject({ ok: false, status: 404 })
    }
    expect(await app.call("POST /favorite", { document_id: id }, owner)).toMatchObject({ ok: true })
    const article = await library.article(owner, "未通过")
    await app.database.pool.query("update article set status = 2 where id = $1", [article.id])
    expect(await app.call("POST /favorite", { document_id: article.id, type: 1 }, reader)).toMatchObject({ ok: false, status: 404 })
    expect(await app.call("POST /favorite", { document_id: 1, type: 2 }, reader)).toMatchObject({
      ok: false,
      status: 400,
      message: "内容类型不正确",
    })
  })

  test("eight parallel requests create one favourite [security: 2.3.4]", async () => {
    const { id } = await library.document(owner, "抢着收藏")
    const replies = await Promise.all(Array.from({ length: 8 }, () => app.call("POST /favorite", { document_id: id }, reader)))
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1)
    expect(await countsOf("document", id)).toBe(1)
  })

  test("favourites of other users cannot be removed or moved [security: 8.2.2]", async () => {
    const person = await app.person()
    const { id } = await library.document(owner, "别人的收藏")
    const mine = await collect(person, id)
    await app.call("POST /favorite/folder", { title: "陌生人的" }, reader)
    const folders = await app.call("GET /favorite/folder", {}, reader)
    expect(await app.call("DELETE /favorite", { id: [mine.id] }, reader)).toMatchObject({ ok: true })
    expect(
      await app.call("PUT /favorite", { id: [mine.id], folder_id: folders.ok ? folders.data.folder[0]!.id : 0 }, reader),
    ).toMatchObject({ ok: false, status: 404 })
    expect((await listed(person)).favorite).toMatchObject([{ id: mine.id, folder_id: 0 }])
    expect(await countsOf("document", id)).toBe(1)
    expect(await app.call("DELETE /favorite", { id: [mine.id] }, person)).toMatchObject({ ok: true })
    expect(await app.call("DELETE /favorite", { id: [mine.id] }, person)).toMatchObject({ ok: true })
    expect(await countsOf("document", id)).toBe(0)
    expect((await library.userOf(person)).favorite_count).toBe(0)
  })
})

describe("the list", () => {
  test("lists own favourites newest first, by kind, text and page; deleted documents are marked", async () => {
    const person = await app.person()
    const documents = [
      await library.document(owner, "线性代数 讲义"),
      await library.document(owner, "50%_折扣"),
      await library.document(owner, "要删除的"),
    ]
    const article = await library.article(owner, "线性回归")
    for (const { id } of documents) await collect(person, id)
    await collect(person, article.id, { type: 1 })
    await app.call("DELETE /document", { id: [documents[2]!.id] }, owner)
    const all = await listed(person)
    expect(all.total).toBe(4)
    expect(all.favorite.map((row) => row.title)).toEqual(["线性回归", "已被删除", "50%_折扣", "线性代数 讲义"])
    expect(all.favorite[1]).toMatchObject({ document_uuid: "", cover: "" })
    expect((await listed(person, { type: 1 })).favorite.map((row) => row.title)).toEqual(["线性回归"])
    expect(await listed(person, { type: 0, page: 2, size: 2 })).toMatchObject({ total: 3, favorite: [{ title: "线性代数 讲义" }] })
    expect((await listed(person, { wd: "线性" })).favorite.map((row) => row.title)).toEqual(["线性回归", "线性代数 讲义"])
    expect(await listed(person, { wd: "讲义 线性" })).toMatchObject({ total: 1 })
    expect((await listed(person, { wd: "0%_" })).favorite.map((row) => row.title)).toEqual(["50%_折扣"])
    expect(await listed(person, { wd: "删除" })).toMatchObject({ total: 0, favorite: [] })
  })

  test("a document that is back in review is listed without its data", async () => {
    const person = await app.person()
    const { id } = await library.document(owner, "一时公开")
    await collect(person, id)
    await app.database.pool.query("update document set status = 6 where id = $1", [id])
    expect(JSON.stringify(await listed(person))).not.toContain("一时公开")
  })
})

describe("folders", () => {
  const folder = async (as: TestUser, title: string) => {
    const reply = await app.call("POST /favorite/folder", { title }, as)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  }

  test("documents are added, moved and counted; folders are renamed and removed", async () => {
    const person = await app.person()
    const [math, other] = [await folder(person, "数学"), await folder(person, "其他")]
    const [one, two] = [await library.document(owner, "一"), await library.document(owner, "二")]
    const first = await collect(person, one.id, { folder_id: math.id })
    const second = await collect(person, two.id)
    expect(first.folder_id).toBe(math.id)
    await app.call("PUT /favorite", { id: [second.id], folder_id: math.id }, person)
    expect(await app.call("GET /favorite/folder", {}, person)).toMatchObject({
      ok: true,
      data: {
        folder: [
          { title: "数学", count: 2 },
          { title: "其他", count: 0 },
        ],
      },
    })
    expect(await listed(person, { folder_id: math.id })).toMatchObject({ total: 2 })
    expect(await listed(person, { folder_id: 0 })).toMatchObject({ total: 0 })
    expect(await app.call("PUT /favorite/folder", { id: other.id, title: "数学" }, person)).toMatchObject({
      ok: false,
      status: 409,
      message: "已经有同名的收藏夹了",
    })
    expect(await app.call("PUT /favorite/folder", { id: other.id, title: "物理" }, person)).toMatchObject({ ok: true })
    expect(await app.call("DELETE /favorite/folder", { id: math.id }, person)).toMatchObject({ ok: true })
    expect(await listed(person, { folder_id: 0 })).toMatchObject({ total: 2 })
    expect(await app.call("GET /favorite/folder", {}, person)).toMatchObject({ ok: true, data: { folder: [{ title: "物理" }] } })
  })

  test("names are unique per user; folders of other users return 404 [security: private-names]", async () => {
    const [person, otherUser] = [await app.person(), await app.person()]
    const mine = await folder(person, "同名")
    expect(await app.call("POST /favorite/folder", { title: " 同名 " }, person)).toMatchObject({ ok: false, status: 409 })
    await folder(otherUser, "同名")
    const { id } = await library.document(owner, "三")
    for (const reply of [
      await app.call("POST /favorite", { document_id: id, folder_id: mine.id }, otherUser),
      await app.call("PUT /favorite/folder", { id: mine.id, title: "夺取" }, otherUser),
      await app.call("DELETE /favorite/folder", { id: mine.id }, otherUser),
    ])
      expect(reply).toMatchObject({ ok: false, status: 404, message: "收藏夹不存在" })
    const ownFavorite = await collect(otherUser, id)
    expect(await app.call("PUT /favorite", { id: [ownFavorite.id], folder_id: mine.id }, otherUser)).toMatchObject({
      ok: false,
      status: 404,
    })
    expect((await listed(otherUser)).favorite).toMatchObject([{ folder_id: 0 }])
  })

  test("a user has at most 100 folders, also with parallel requests", async () => {
    const person = await app.person()
    for (let n = 0; n < 98; n++)
      await app.database.pool.query("insert into favorite_folder (user_id, title) values ($1, $2)", [person.id, `夹 ${n}`])
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) => app.call("POST /favorite/folder", { title: `再来 ${n}` }, person)),
    )
    expect(replies.filter((reply) => reply.ok)).toHaveLength(2)
    expect(replies.find((reply) => !reply.ok)).toMatchObject({ status: 400, message: "最多可以建 100 个收藏夹" })
  })
})
