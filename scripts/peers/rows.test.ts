import { expect, test } from "vitest"
import type { Fields } from "./client.mjs"
import { createReport } from "./report.mjs"
import { faultsOf, newerRows } from "./rows.mjs"
import { removeAndRestore, step, type Walk } from "./steps.mjs"
import { readTable, readWhole } from "./tables.mjs"

/* What a write may change, and what is reported beyond that. */

const rows = (...list: { id: number; [name: string]: unknown }[]) => new Map(list.map((row) => [row.id, row]))
const stateOf = (...list: { id: number; [name: string]: unknown }[]) => ({ rows: rows(...list) })
const before = stateOf({ id: 1, title: "甲", sort: 1, updated_at: "1" }, { id: 2, title: "乙" })

test("nothing may change unless it is allowed", () => {
  expect(faultsOf("banner", before, before, {})).toEqual([])
  expect(faultsOf("banner", before, stateOf({ id: 1, title: "丙", updated_at: "2" }, { id: 3 }), {})).toEqual([
    "banner 多了 1 行（应为 0）",
    "banner 1: title",
    "banner 1: sort",
    "banner 2 不见了",
  ])
})

test("named fields, new rows and removed rows may change", () => {
  const after = stateOf({ id: 1, title: "丙", sort: 9, updated_at: "2" }, { id: 3 })
  expect(faultsOf("banner", before, after, { added: 1, removed: [2], fields: { 1: ["title"], "*": ["sort"] } })).toEqual([])
  expect(faultsOf("banner", before, before, { added: 1, removed: ["2"] })).toEqual(["banner 多了 0 行（应为 1）", "banner 2 还在"])
})

test("what was asked for must be there; a missing zero value is one", () => {
  expect(faultsOf("banner", before, before, { to: { 1: { title: "丙", enable: false } } })).toEqual(['banner 1: title 应为 "丙"'])
  expect(faultsOf("banner", before, before, { to: { 7: { enable: false } } })).toEqual(["banner 7: enable 应为 false"])
})

test("numbers of categories have no order", () => {
  const filed = (...ids: number[]) => stateOf({ id: 1, category_id: ids, category: ids.map((id) => ({ id })) })
  expect(faultsOf("document", filed(10, 9), filed(9, 10))).toEqual([])
  expect(faultsOf("document", filed(10, 9), filed(9))).toEqual(["document 1: category_id", "document 1: category"])
})

test("a document that the server is converting changes by itself, but not in what people wrote", () => {
  const waiting = stateOf({ id: 2, title: "乙", status: 1 }, { id: 1, title: "甲", status: 2 })
  const after = stateOf({ id: 2, title: "丙", status: 2, pages: 3 }, { id: 1, title: "甲", status: 2, pages: 3 })
  expect(faultsOf("document", waiting, after)).toEqual(["document 2: title", "document 1: pages"])
})

test("of a table that was read in part, the total and the newest rows tell what was added and removed", () => {
  const part = (total: number | undefined, ...ids: number[]) => ({ ...stateOf(...ids.map((id) => ({ id }))), partial: true, total })
  expect(faultsOf("document", part(9000, 9, 8, 7), part(9001, 10, 9, 8), { added: 1 })).toEqual([])
  expect(faultsOf("document", part(9000, 9, 8, 7), part(8999, 8, 7, 6), { removed: [9] })).toEqual([])
  // our own program estimates a large total
  expect(faultsOf("document", part(undefined, 9, 8, 7), part(undefined, 9, 7, 6))).toEqual(["document 8 不见了"])
  // one row more than is read whole
  const all = { ...stateOf({ id: 9 }, { id: 8 }, { id: 7 }), total: 3 }
  expect(faultsOf("document", all, part(4, 10, 9), { added: 1 })).toEqual([])
  expect(faultsOf("document", part(9000, 9, 8, 7), part(8990, 9, 8, 7))).toEqual(["document 共 8990 行（应为 9000）"])
  expect(faultsOf("document", part(9000, 9, 8, 7), part(9000, 9, 8, 7), { added: 1 })).toEqual([
    "document 多了 0 行（应为 1）",
    "document 共 9000 行（应为 9001）",
  ])
})

test("a new row has the largest id", () => {
  expect(newerRows(rows({ id: 9 }, { id: 7 }), rows({ id: 10 }, { id: 9 }, { id: 6 }))).toEqual([{ id: 10 }])
})

/** A server whose lists lack the text of articles and documents, as those of the family do. */
const serverOf = (tables: Record<string, Fields[]>, writes: Record<string, (input: Fields) => void> = {}) => {
  const requests: string[] = []
  const call = async (key: string, input: Fields = {}) => {
    requests.push(key.endsWith("/list") ? `${key} ${String(input["page"])}` : `${key} ${String(input["id"])}`)
    const path = key.split(" ")[1]!
    const table = path.split("/")[1]!
    const list = tables[path.slice(1)] ?? tables[table] ?? []
    if (!key.startsWith("GET ")) {
      writes[key]?.(input)
      return { status: 200, data: {}, message: "" }
    }
    const [page, size] = [Number(input["page"] ?? 1), Number(input["size"] ?? 10)]
    const from = (page - 1) * size
    const row = list.find(({ id }) => id === input["id"])
    if (path.endsWith("/list")) {
      const listed = list.slice(from, from + size).map(({ content: _, ...rest }) => rest)
      return { status: 200, data: { total: list.length, [table]: listed }, message: "" }
    }
    return row ? { status: 200, data: { ...row }, message: "" } : { status: 404, data: {}, message: "" }
  }
  return { requests, client: { call, upload: () => call("POST /upload"), token: "" } }
}

const outcomesOf = async (
  tables: Record<string, Fields[]>,
  writes: Record<string, (input: Fields) => void>,
  walkOf: (walk: Walk) => unknown,
) => {
  const { client } = serverOf(tables, writes)
  const outcomes: string[][] = []
  const report = {
    ...createReport(),
    add: (call: string, outcome: string, note?: string) => void outcomes.push([call, outcome, ...(note === undefined ? [] : [note])]),
  }
  await walkOf({ site: client, peer: client, sameProgram: false, absent: new Set(), report })
  return outcomes
}

const text = "<p>两个  空格</p>\n"
const articles = (): Fields[] => [
  { id: 2, title: "乙", content: "<p>乙</p>" },
  { id: 1, title: "甲", content: text },
]
const retitled = { article: { fields: { 1: ["title"] }, to: { 1: { title: "新题" } } } }
const retitle = (walk: Walk) => step(walk, "PUT /article", { id: 1, title: "新题" }, retitled)

test("a change of the title that leaves the text alone passes", async () => {
  const article = articles()
  const write = ({ title }: Fields) => void (article[1] = { ...article[1], title, updated_at: "2" })
  expect(await outcomesOf({ article }, { "PUT /article": write }, retitle)).toEqual([["PUT /article", "正常", ""]])
})

test.each([
  ["empties the text", "", 1, "article 1: content"],
  ["trims the text", text.trim(), 1, "article 1: content"],
  ["changes the text of another article", "<p>乙 </p>", 0, "article 2: content"],
])("a change of the title that %s is reported", async (_, content, at, fault) => {
  const article = articles()
  const write = ({ title }: Fields) => {
    article[1] = { ...article[1], title }
    article[at] = { ...article[at], content }
  }
  expect(await outcomesOf({ article }, { "PUT /article": write }, retitle)).toEqual([["PUT /article", "改多了", fault]])
})

test("an article that can no longer be read is reported", async () => {
  const article = articles()
  const { client } = serverOf({ article })
  const server = { peer: client, sameProgram: false }
  const first = await readWhole(server, "article")
  expect(faultsOf("article", first, await readWhole(server, "article", [], [2]))).toEqual(["article 1 读不到了"])
})

test("a table or a named row that cannot be read is reported, not taken for unchanged", async () => {
  const refusal = async () => ({ status: 403, data: {}, message: "没有权限" })
  const { client } = serverOf({ article: articles() })
  const closed = { ...client, call: (key: string, input?: Fields) => (key.endsWith("/list") ? client.call(key, input) : refusal()) }
  const unlisted = await readTable({ peer: { ...client, call: refusal }, sameProgram: false }, "article")
  expect(faultsOf("article", unlisted, unlisted)).toEqual(["article 没能比较（GET /article/list：403 没有权限）"])
  const unread = await readWhole({ peer: closed, sameProgram: false }, "article", ["1"])
  expect(faultsOf("article", unread, unread)).toEqual(["article 没能比较（GET /article 1：403 没有权限）"])
})

test("a restored article must have the text that it had", async () => {
  const article = articles()
  const deleted: Fields[] = []
  const writes = {
    "DELETE /article": () => void deleted.push(...article.splice(1, 1)),
    "POST /article/recycle/restore": () => void article.push({ ...deleted[0], content: "" }),
  }
  const outcomes = await outcomesOf({ article, "article/recycle/list": deleted }, writes, (walk) =>
    removeAndRestore(walk, "article", 1, {
      remove: ["DELETE /article", { id: 1 }, { article: { removed: [1] } }],
      restore: ["POST /article/recycle/restore", { id: [1] }, { article: { added: 1 } }],
    }),
  )
  expect(outcomes).toEqual([
    ["DELETE /article", "正常", ""],
    ["POST /article/recycle/restore", "正常", ""],
    ["POST /article/recycle/restore", "改多了", "article 1: content"],
  ])
})

const many = (count: number, more: Fields = {}) => Array.from({ length: count }, (_, at): Fields => ({ id: count - at, ...more }))

test("a table of up to 5,000 rows is read whole, of a larger one the newest 1,000", async () => {
  const small = serverOf({ comment: many(5000) })
  const whole = await readTable({ peer: small.client, sameProgram: false }, "comment")
  expect([whole.rows.size, whole.total, whole.partial, small.requests.length]).toEqual([5000, 5000, false, 50])
  const large = serverOf({ comment: many(100_000) })
  const part = await readTable({ peer: large.client, sameProgram: false }, "comment")
  expect([part.rows.size, part.total, part.partial, large.requests.length]).toEqual([1000, 100_000, true, 10])
})

test("up to 200 rows are read one by one, of more the newest 100, those that a step names and the rows beside them", async () => {
  const small = serverOf({ article: many(200) })
  expect((await readWhole({ peer: small.client, sameProgram: false }, "article")).whole?.size).toBe(200)
  const large = serverOf({ article: many(300) })
  const ids = [...((await readWhole({ peer: large.client, sameProgram: false }, "article", ["50"])).whole ?? [])]
  expect(ids).toEqual([...Array.from({ length: 100 }, (_, at) => 300 - at), 51, 50, 49])
})

test("a document without a description is read only if a step names it, because a server may fill it in", async () => {
  const { client } = serverOf({ document: [{ id: 3 }, { id: 2, description: "说明" }, { id: 1 }] })
  expect([...((await readWhole({ peer: client, sameProgram: false }, "document", [1])).whole ?? [])]).toEqual([2, 1])
})

test("another site of this program has a call for the stored text", async () => {
  const { client, requests } = serverOf({
    article: articles(),
    "article/source": articles().map((row) => ({ ...row, display: "", version: "1" })),
  })
  const { rows: read } = await readWhole({ peer: client, sameProgram: true }, "article")
  expect(requests).toEqual(["GET /article/list 1", "GET /article/source 2", "GET /article/source 1"])
  expect(read.get(1)).toEqual({ id: 1, title: "甲", content: text })
})
