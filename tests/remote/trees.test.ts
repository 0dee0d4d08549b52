import { afterEach, describe, expect, test } from "vitest"
import type { Key } from "../../lib/contract/types"
import { absentOf } from "../../server/remote/capabilities"
import { community } from "../../server/remote/community/community"
import { pro } from "../../server/remote/pro/pro"
import { articleRow, callAt, documentRow, times } from "./rows"
import { startStrictServer, type StrictServer, type Tables } from "./strict-server"

let server: StrictServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

const entry = (id: number, parent_id: number, type = 0) => ({ id, parent_id, type, title: `第 ${id} 项`, sort: 1, enable: true, ...times })
const categories = [entry(1, 0), entry(4, 1), entry(5, 0), entry(6, 5), entry(8, 6), entry(18, 0, 1), entry(19, 18, 1)]
const start = async (more: Tables = {}) => {
  server = await startStrictServer({
    "/category": structuredClone(categories),
    "/document": [structuredClone(documentRow)],
    "/article": [structuredClone(articleRow)],
    ...more,
  })
  return server
}
const call = async (key: Key, input: unknown) => callAt(community, server!, key, input)
const bodyOf = (key: string) => server!.requests.findLast((one) => one.key === key)?.body

describe("a chosen category brings its ancestors, in which the server lists the documents, too", () => {
  test.each<[Key, object, object]>([
    ["PUT /document", { id: 5, category_id: [6] }, { category_id: [5, 6] }],
    ["PUT /document", { id: 5, category_id: [8, 4] }, { category_id: [5, 6, 8, 1, 4] }],
    ["PUT /document/category", { document_id: [5, 7], category_id: [6] }, { document_id: [5, 7], category_id: [5, 6] }],
    ["PUT /document/category", { document_id: [5], category_id: [5, 6] }, { category_id: [5, 6] }],
    ["POST /document", { category_id: [8], document: [{ title: "新的", attachment_id: 3 }] }, { category_id: [5, 6, 8] }],
    ["PUT /article", { id: 8, category_id: [19] }, { category_id: [18, 19], content: articleRow.content }],
    ["PUT /article/category", { article_id: [8], category_id: [19] }, { category_id: [18, 19] }],
    ["POST /article", { title: "新的", content: "<p>文</p>", category_id: [19] }, { category_id: [18, 19] }],
  ])("%s %j", async (key, input, sent) => {
    await start()
    expect((await call(key, input)).status).toBe(200)
    expect(bodyOf(key)).toMatchObject(sent)
  })

  test("a change of something else reads no categories and keeps the row's own", async () => {
    await start()
    await call("PUT /document", { id: 5, price: 9 })
    expect(bodyOf("PUT /document")).toMatchObject({ category_id: documentRow.category_id, price: 9 })
    expect(server!.count("GET /category/list")).toBe(0)
  })

  test("an empty choice stays empty; a category that the server does not list is left to it", async () => {
    await start()
    await call("PUT /article", { id: 8, category_id: [] })
    expect(bodyOf("PUT /article")).toMatchObject({ category_id: [] })
    await call("PUT /article", { id: 8, category_id: [77] })
    expect(bodyOf("PUT /article")).toMatchObject({ category_id: [77] })
  })

  test("nothing is written if the categories cannot be read", async () => {
    server = await startStrictServer({ "/document": [structuredClone(documentRow)] }, [], {
      "GET /category/list": () => ({ status: 500, data: { message: "忙" } }),
    })
    expect((await call("PUT /document", { id: 5, category_id: [6] })).status).toBe(500)
    expect(server.count("PUT /document")).toBe(0)
  })

  test("a tree with a loop does not hang", async () => {
    await start({ "/category": [entry(1, 2), entry(2, 1)] })
    await call("PUT /document/category", { document_id: [5], category_id: [2] })
    expect(bodyOf("PUT /document/category")).toMatchObject({ category_id: [1, 2] })
  })

  test("documents found by the crawler", async () => {
    const read = { "GET /spiderdocument": () => ({ data: { id: 7, title: "旧的", category_id: "[1]" } }) }
    server = await startStrictServer({ "/category": structuredClone(categories) }, [], read, {
      fields: { SpiderDocument: { id: "int64", title: "string", category_id: "string" }, Batch: { spider_document: "SpiderDocument[]" } },
      calls: { "GET /spiderdocument": "", "PUT /spiderdocument/batch": "Batch" },
    })
    await callAt(pro, server, "PUT /spiderdocument", { id: 7, category_id: [8] })
    expect(bodyOf("PUT /spiderdocument/batch")).toEqual({ spider_document: [{ id: 7, title: "旧的", category_id: "[5,6,8]" }] })
    await callAt(pro, server, "PUT /spiderdocument/batch", { spider_document: [{ id: 7, title: "新的" }] })
    expect(bodyOf("PUT /spiderdocument/batch")).toEqual({ spider_document: [{ id: 7, title: "新的", category_id: "[1]" }] })
  })
})

describe("an entry is not moved below itself", () => {
  const message = "不能移到自己或自己的下级里面"

  test.each([5, 6, 8])("a category to %s", async (parent_id) => {
    await start()
    expect(await call("PUT /category", { id: 5, parent_id })).toMatchObject({ status: 400, data: { message, field: "parent_id" } })
    expect(server!.count("PUT /category")).toBe(0)
  })

  test("an entry of the navigation below its descendant", async () => {
    await start({ "/navigation": [entry(1, 0), entry(2, 1), entry(3, 2)] })
    expect(await call("PUT /navigation", { id: 1, parent_id: 3 })).toMatchObject({ status: 400, data: { message } })
    expect(server!.count("PUT /navigation")).toBe(0)
  })

  test("every other parent is accepted, and the top", async () => {
    await start({ "/navigation": [entry(1, 0), entry(2, 1), entry(3, 2)] })
    for (const parent_id of [1, 4, 0]) expect((await call("PUT /category", { id: 6, parent_id })).status).toBe(200)
    expect((await call("PUT /navigation", { id: 3, parent_id: 1 })).status).toBe(200)
  })
})

test("completing the input does not hide which fields the server lacks", () => {
  expect(absentOf(community)).toEqual(expect.arrayContaining(["PUT /article notice", "POST /article source", "PUT /document is_vip"]))
})
