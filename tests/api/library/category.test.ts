import { beforeAll, describe, expect, test } from "vitest"
import { categoryPath, categoryTree } from "@/lib/view/library/category-tree"
import { createCtx } from "@/server/context"
import { lineageOf } from "@/server/modules/library/category/category.usecases"
import { libraryOf, type Library } from "../../setup/library"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let staff: TestUser
beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  const rights = ["CreateCategory", "UpdateCategory", "DeleteCategory", "GetCategory", "ListCategory"]
  staff = await staffWith(app, ...rights.map((right) => `CategoryAPI/${right}`))
})
/** A new category, as existing clients send it. */
const given = { cover: "", sort: 1, id: 0, enable: false, icon: "", parent_id: 0, type: 0 }
const add = async (title: string, more: object = {}) => {
  const reply = await app.call("POST /category", { ...given, title, ...more }, staff)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const read = async (id: number) => {
  const reply = await app.call("GET /category", { id }, staff)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const change = (id: number, changes: object) => app.call("PUT /category", { id, ...changes }, staff)
const remove = (...id: number[]) => app.call("DELETE /category", { id }, staff)
const titles = async (parent_id: number) => {
  const reply = await app.call("GET /category/list", { parent_id: [parent_id], type: [0] }, staff)
  return reply.ok ? reply.data.category.map(({ title }) => title) : []
}
const done = { ok: true, status: 200 }

describe("categories", () => {
  test("several are created by name, one per line, all or none", async () => {
    const root = await add("根")
    expect(await add("甲\n乙\r\n\n 丙 \n甲", { parent_id: root.id })).toMatchObject({ title: "甲", enable: false, sort: 1 })
    expect((await titles(root.id)).toSorted()).toEqual(["丙", "乙", "甲"])
    const again = { ...given, parent_id: root.id, title: "丁\n乙" }
    expect(await app.call("POST /category", again, staff)).toMatchObject({ status: 409, message: "这里已经有同名的分类" })
    expect(await titles(root.id)).not.toContain("丁")
    const many = Array.from({ length: 101 }, (_, n) => `第 ${n} 个`).join("\n")
    expect(await app.call("POST /category", { title: many }, staff)).toMatchObject({ status: 400, message: "一次最多添加 100 个分类" })
    expect(await app.call("POST /category", { title: "长".repeat(65) }, staff)).toMatchObject({ status: 400 })
    expect(await app.call("POST /category", { title: "\n" }, staff)).toMatchObject({ status: 400, message: "请输入分类名称" })
    expect(await app.call("POST /category", { title: "没有权限" }, await app.person())).toMatchObject({ status: 403 })
  })

  test("a whole row changes only the editable fields", async () => {
    const { id } = await add("整行")
    const row = await read(id)
    expect(await change(id, { ...row, title: "改名", doc_count: 99, description: "说明", enable: 1 })).toMatchObject(done)
    expect(await read(id)).toMatchObject({ title: "改名", doc_count: 0, description: "说明", enable: true, parent_id: 0 })
    expect(await change(id, { title: "两\n行" })).toMatchObject({ status: 400, message: "分类名称不能换行" })
  })

  test("have a parent of the same type, never a descendant; a category in use stays where it is", async () => {
    const [root, other, articles] = [await add("上级"), await add("另一个"), await add("文章的", { type: 1 })]
    const child = await add("下级", { parent_id: root.id })
    expect(await change(root.id, { parent_id: child.id })).toMatchObject({ status: 400, message: "不能移到自己或自己的下级里面" })
    expect(await change(child.id, { parent_id: articles.id })).toMatchObject({ status: 400, message: "上级是另一种类型的分类" })
    expect(await change(root.id, { type: 1 })).toMatchObject({ status: 400, message: "分类下还有子分类，不能改变类型" })
    expect(await change(child.id, { parent_id: other.id })).toMatchObject(done)
    await library.document(await app.person(), "在分类里", { category_id: [child.id] })
    expect(await change(child.id, { parent_id: root.id })).toMatchObject({ status: 400, message: "“下级”里还有内容，不能移到别处" })
    expect(await change(other.id, { parent_id: root.id })).toMatchObject({ status: 400 })
    expect(await change(child.id, { parent_id: other.id, sort: 5 })).toMatchObject(done)
    expect(await read(child.id)).toMatchObject({ parent_id: other.id, sort: 5, doc_count: 1 })
  })

  test("are reordered among their siblings, in the order of the list; article categories keep their positions", async () => {
    const root = await add("排序")
    const ids = new Map<string, number>()
    for (const title of ["一号", "三号", "二号"]) ids.set(title, (await add(title, { parent_id: root.id })).id)
    const article = await add("文章顶层", { type: 1 })
    const before = await titles(root.id)
    const [first, last] = [ids.get(before[0]!)!, ids.get(before[2]!)!]
    const move = (target: object, as?: TestUser) => app.call("PUT /category/move", { id: last, parent_id: root.id, ...target }, as)
    expect(await move({ before: first })).toMatchObject({ status: 401 })
    expect(await move({ before: first }, await app.person())).toMatchObject({ status: 403 })
    expect(await move({ before: first, parent_id: "上级" }, staff)).toMatchObject({ status: 400 })
    expect(await titles(root.id)).toEqual(before)
    expect(await move({ before: first }, staff)).toMatchObject(done)
    expect(await titles(root.id)).toEqual([before[2], before[0], before[1]])
    expect(await app.call("PUT /category/move", { id: root.id, parent_id: 0 }, staff)).toMatchObject(done)
    expect(await read(article.id)).toEqual(article)
  })

  test("an empty one moves to another parent; one with contents, of another type or with a duplicate name does not", async () => {
    const [from, to, articles] = [await add("搬出"), await add("搬入"), await add("文章类", { type: 1 })]
    const [empty, used] = [await add("空着", { parent_id: from.id }), await add("有书", { parent_id: from.id })]
    await library.document(await app.person(), "一本", { category_id: [used.id] })
    const move = (id: number, parent_id: number) => app.call("PUT /category/move", { id, parent_id }, staff)
    expect(await move(used.id, to.id)).toMatchObject({ status: 400, message: "“有书”里还有内容，不能移到别处" })
    expect(await move(empty.id, articles.id)).toMatchObject({ status: 400, message: "上级是另一种类型的分类" })
    expect(await move(999_999, to.id)).toMatchObject({ status: 404 })
    await add("空着", { parent_id: to.id })
    expect(await move(empty.id, to.id)).toMatchObject({ status: 409, message: "这里已经有同名的分类" })
    expect(await read(empty.id)).toMatchObject({ parent_id: from.id })
    expect(await move(empty.id, 0)).toMatchObject(done)
    expect(await read(empty.id)).toMatchObject({ parent_id: 0 })
  })

  test("staff find them by words of the name, visitors get all of them", async () => {
    await add("找得到 Alpha", { enable: true })
    const find = async (as?: TestUser) => {
      const reply = await app.call("GET /category/list", { wd: "alpha 找", type: [0] }, as)
      return reply.ok ? reply.data.category.map(({ title }) => title) : []
    }
    expect(await find(staff)).toEqual(["找得到 Alpha"])
    expect((await find()).length).toBeGreaterThan(1)
  })

  test("only empty ones are deleted, with the empty ones below them", async () => {
    const [root, filledCategory] = [await add("要删的"), await add("有内容的")]
    const child = await add("空的", { parent_id: root.id })
    const used = await add("用着的", { parent_id: filledCategory.id })
    await library.document(await app.person(), "在里面", { category_id: [used.id] })
    expect(await remove(root.id, filledCategory.id)).toMatchObject({ status: 400 })
    expect(await remove(root.id)).toMatchObject(done)
    expect(await app.call("GET /category", { id: child.id }, staff)).toMatchObject({ status: 404 })
    expect((await read(used.id)).doc_count).toBe(1)
  })

  test("one whose contents are all in the recycle bin says so, and is deleted after they are purged", async () => {
    const bin = await add("只剩回收站")
    const person = await app.person()
    const document = await library.document(person, "删掉的", { category_id: [bin.id] })
    expect(await app.call("DELETE /document", { id: [document.id] }, person)).toMatchObject({ ok: true })
    expect((await read(bin.id)).doc_count).toBe(0)
    expect(await remove(bin.id)).toMatchObject({
      status: 400,
      message: "“只剩回收站”的 1 份文档还在回收站里，不能删除。请到回收站彻底删除，或者恢复后改到别的分类",
    })
    expect(await app.call("DELETE /document/recycle", { id: [document.id] }, person)).toMatchObject({ ok: true })
    expect(await remove(bin.id)).toMatchObject(done)
  })

  test("ten thousand in three levels are listed in one query, and ancestors and descendants are found by an index", async () => {
    const { pool } = app.database
    for (const [count, parents] of [
      [100, 0],
      [900, 100],
      [9_000, 900],
    ] as const)
      // prettier-ignore
      await pool.query(
        `insert into category (title, parent_id, doc_count) select '第 ' || n || ' 个', coalesce((select array_agg(id) from (
           select id from category where title like '第 %' order by id desc limit $2) p)[1 + n % $2], 0), 1 from generate_series(1, $1) n`,
        [count, Math.max(1, parents)],
      )
    await pool.query("analyze category")
    const reply = await app.call("GET /category/list", { type: [0] })
    if (!reply.ok) throw new Error(reply.message)
    const tree = categoryTree(reply.data.category, 0, false)
    expect(tree.filter(({ title }) => title.startsWith("第"))).toHaveLength(100)
    const leaf = reply.data.category.findLast(({ title }) => title === "第 9000 个")!
    expect(categoryPath(tree, leaf.id)).toHaveLength(3)
    expect(await lineageOf(createCtx(app), [leaf.id], 0)).toHaveLength(3)
    const { rows } = await pool.query(`explain select * from category where parent_id = any('{${leaf.parent_id}}'::bigint[])`)
    expect(JSON.stringify(rows)).not.toContain("Seq Scan")
    await pool.query("delete from category where title like '第 %'")
  })
})
