import { beforeEach, expect, test } from "vitest"
import { closeAtTheEnd } from "../../../tests/setup/opened"
import { directAnalyser } from "./direct-analyser"
import { pairsOf, wholeOf } from "./opensearch/documents"
import { examineEngine } from "./opensearch/health"
import { createOpenSearch } from "./opensearch.search"
import { SearchUnavailable, type SearchEntry, type SearchPort } from "./search.port"
import { entryOf } from "./search.suite"
import { openSearchStandIn } from "./testing/opensearch.stand-in"

let standIn: Awaited<ReturnType<typeof openSearchStandIn>>
let search: SearchPort
const opened = () => createOpenSearch({ url: standIn.url, alias: "library", analyser: directAnalyser() })

beforeEach(async () => {
  standIn = await openSearchStandIn({ credentials: "library:p%40ss" })
  search = opened()
  closeAtTheEnd(() => standIn.close())
})

const find = async (wd: string) => {
  const { hits } = await search.find({ terms: [wd], filter: {}, sort: "default", offset: 0, limit: 9, now: new Date() })
  return hits.map(({ id }) => id)
}
const entry = (id: number, text: string): SearchEntry => entryOf(id, { pages: [text] })

test("character pairs are valid text for transmission, for any input", () => {
  expect(pairsOf("字体设")).toBe("字体 体设")
  expect(pairsOf("字")).toBe("")
  const beyond = pairsOf("𠮷野家")
  expect(Buffer.from(beyond, "utf8").toString("utf8")).toBe(beyond)
  expect(beyond.split(" ")).toHaveLength(3)
  expect(wholeOf("𠮷野")).toHaveLength(3)
  expect(Buffer.from(wholeOf("𠮷野"), "utf8").toString("utf8")).toBe(wholeOf("𠮷野"))
})

test("characters beyond the BMP are found", async () => {
  await search.put([entry(1, "去𠮷野家吃饭"), entry(2, "去吉野家吃饭")])
  expect(await find("𠮷野")).toEqual([1])
  expect(await find("𠮷")).toEqual([1])
})

test("processes that start together create one index", async () => {
  const other = opened()
  await Promise.all([search.put([entry(1, "一起开始")]), other.put([entry(2, "一起开始")])])
  expect(new Set(await find("一起"))).toEqual(new Set([1, 2]))
  expect(Object.keys(standIn.list())).toEqual(["library-1"])
})

test("an entry removed during a rebuild stays removed, and one generation remains", async () => {
  await search.put([entry(1, "删除的内容"), entry(2, "留下的内容")])
  const built = async function* () {
    yield [entry(2, "留下的内容")]
    await search.remove([{ kind: 0, id: 1 }])
    // Read before it was removed.
    yield [entry(1, "删除的内容")]
  }
  await search.rebuild(built())
  expect(await find("的内容")).toEqual([2])
  expect((await search.state()).entries).toBe(1)
  expect(standIn.list()).toEqual({ "library-2": { aliases: ["library", "library-2-rows"], documents: 1 } })
})

test("searches use the old index until the new one is complete; leftovers of an interrupted run are removed", async () => {
  await search.put([entry(1, "原来的内容")])
  const broken = async function* () {
    yield [entry(3, "只写了一半")]
    expect(await find("原来的")).toEqual([1])
    throw new Error("interrupted")
  }
  await expect(search.rebuild(broken())).rejects.toThrow("interrupted")
  expect(await find("原来的")).toEqual([1])
  expect(await find("一半")).toEqual([])
  await search.rebuild(
    (async function* () {
      yield [entry(1, "原来的内容")]
    })(),
  )
  expect(Object.values(standIn.list())).toHaveLength(1)
  expect(await find("一半")).toEqual([])
})

test("295 changes are one bulk request and one refresh", async () => {
  await search.put([entry(1, "开始")])
  const before = standIn.received()
  await search.put(Array.from({ length: 295 }, (_, at) => entry(at + 1, "一起写入")))
  // the other request asks whether an index is being built
  expect(standIn.received() - before).toBe(2)
  expect(await find("一起")).toHaveLength(9)
})

test("an entry that the engine rejects is an error, not a gap", async () => {
  await expect(search.put([entryOf(1, { length: 2 ** 70 })])).rejects.toThrow(/failed to parse field \[length\]/)
})

test("an unresponsive engine is reported as such, without its password", async () => {
  standIn.answerLike("closed")
  await expect(find("内容")).rejects.toThrow(SearchUnavailable)
  const health = await examineEngine(standIn.url, "library")
  expect(health).toMatchObject({ works: false, version: "" })
  expect(JSON.stringify(health)).not.toContain("ss@")
  standIn.answerLike("normal")
  expect(await find("内容")).toEqual([])
})

test("the doctor reports the version, the index and a wrong password", async () => {
  expect(await examineEngine(standIn.url, "library")).toEqual({
    works: true,
    version: "opensearch 3.0.0",
    message: "一切正常；索引 library 还没有，启动网站时建立",
  })
  await search.rebuild(
    (async function* () {
      yield [entry(1, "内容")]
    })(),
  )
  expect((await examineEngine(standIn.url, "library")).message).toBe("一切正常；索引 library 已建立")
  expect(await examineEngine(standIn.url.replace("p%40ss", "wrong"), "library")).toMatchObject({
    works: false,
    message: "用户名或密码不对，或者没有权限",
  })
})
