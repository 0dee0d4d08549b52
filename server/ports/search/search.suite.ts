import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { fold, foldWords } from "./fold"
import { maxHits, maxRanked, type SearchEntry, type SearchFilter, type SearchQuery, type SearchPort } from "./search.port"

const now = new Date("2026-11-01T00:00:00Z")
const dayMs = 86_400_000

export const entryOf = (id: number, given: Partial<SearchEntry> = {}): SearchEntry => ({
  kind: 0,
  id,
  title: `文档${id}`,
  keywords: "",
  description: "",
  ext: ".pdf",
  language: "zh-CN",
  price: 0,
  is_vip: false,
  length: 3,
  size: 1_000,
  rating: 300,
  views: 0,
  downloads: 0,
  favorites: 0,
  recommended: false,
  categories: [],
  user_id: 1,
  created_at: new Date(now.getTime() - 100 * dayMs),
  pages: [],
  ...given,
})

const library: SearchEntry[] = [
  entryOf(1, {
    title: "字体设置指南",
    keywords: "排版,字号",
    pages: ["第一页讲安装", "第二页讲字体设置的步骤"],
    categories: [5, 6],
    length: 2,
  }),
  entryOf(2, {
    title: "排版手册",
    pages: ["", "", "这里也说字体，设置在后"],
    price: 3,
    ext: ".docx",
    downloads: 50,
    categories: [5],
    length: 60,
  }),
  entryOf(3, {
    title: "Linux 入门",
    description: "從零開始學習",
    pages: ["PostgreSQL 資料庫 與 Linux", "ＦＵＬＬ　ＷＩＤＴＨ １２３"],
    language: "zh-TW",
    user_id: 7,
  }),
  entryOf(4, {
    title: "一百%的_把握\\",
    pages: ["C++ 与 C# 的 'quotes' \"and\" & | ! ( ) :* <em>"],
    views: 9,
    created_at: new Date(now.getTime() - dayMs / 2),
  }),
  entryOf(5, { title: "跨页", pages: ["上半句到此", "为止下半句"], is_vip: true, size: 9_000 }),
  entryOf(1, { kind: 1, title: "字体的历史", pages: ["活字印刷与字体"], ext: "", language: "", length: 0, size: 0, favorites: 3 }),
]

/** The test suite that every search index and the fake must pass. */
export const searchSuite = (name: string, open: () => Promise<SearchPort>): void => {
  describe(`${name} as a search index`, () => {
    let search: SearchPort
    beforeAll(async () => {
      search = await open()
      await search.put(library)
    })
    afterAll(() => search.close())

    const queryOf = (wd: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
      terms: foldWords(wd),
      filter: {},
      sort: "default",
      offset: 0,
      limit: 20,
      now,
      ...more,
    })
    const find = (wd: string, filter: SearchFilter = {}, more: Partial<SearchQuery> = {}) => search.find(queryOf(wd, { filter, ...more }))
    const keys = async (wd: string, filter: SearchFilter = {}, more: Partial<SearchQuery> = {}) =>
      (await find(wd, filter, more)).hits.map(({ kind, id }) => `${kind}/${id}`)
    const some = async (wd: string, filter: SearchFilter = {}) => (await keys(wd, filter)).toSorted()

    test("any two adjacent characters are found, at any position", async () => {
      expect(await some("体设")).toEqual(["0/1"])
      expect(await some("字体")).toEqual(["0/1", "0/2", "1/1"])
      expect(await some("的步")).toEqual(["0/1"])
      expect(await some("体步")).toEqual([])
    })

    test("a phrase does not match across pages, nor across omitted text", async () => {
      expect(await some("到此为止")).toEqual([])
      expect(await some("下半句")).toEqual(["0/5"])
      expect(await some("字体设置")).toEqual(["0/1"])
    })

    test("every word must match", async () => {
      expect(await some("字体 设置")).toEqual(["0/1", "0/2"])
      expect(await some("字体 活字")).toEqual(["1/1"])
      expect(await some("字体 没有")).toEqual([])
    })

    test("one matching word is enough if requested", async () => {
      expect((await keys("活字 入门 没有", {}, { any: true })).toSorted()).toEqual(["0/3", "1/1"])
    })

    test("a single character matches in title or keywords", async () => {
      expect(await some("字")).toEqual(["0/1", "1/1"])
      expect(await some("步")).toEqual([])
    })

    test("width, case, white space and traditional characters do not matter", async () => {
      for (const wd of [
        "资料库",
        "資料庫",
        "postgresql",
        "ＰｏｓｔｇｒｅＳＱＬ",
        "gresq",
        "数据",
        "full width 123",
        "fullwidth",
        "学习",
        "從零",
      ])
        expect(await some(wd), wd).toEqual(wd === "数据" ? [] : ["0/3"])
    })

    test("special characters are plain text", async () => {
      for (const wd of [
        "100%",
        "%",
        "_把",
        "\\",
        "c++",
        "c#",
        "'quotes'",
        '"and"',
        "&",
        ":*",
        "<em>",
        "!",
        "(",
        ".*",
        "{",
        "a & b",
        "\u{1F600}",
        "\ud800",
        "'; drop",
      ])
        await find(wd)
      expect(await some("%的_把")).toEqual(["0/4"])
      expect(await some("c++")).toEqual(["0/4"])
      expect(await some("<em>")).toEqual(["0/4"])
      expect(await some("%%")).toEqual([])
    })

    test("a result names the first page with the words", async () => {
      const pages = async (wd: string) => Object.fromEntries((await find(wd)).hits.map(({ kind, id, page }) => [`${kind}/${id}`, page]))
      expect(await pages("字体")).toEqual({ "0/1": 2, "0/2": 3, "1/1": 1 })
      expect(await pages("排版")).toEqual({ "0/1": 0, "0/2": 0 })
      expect(await pages("字"), "a single character").toEqual({ "0/1": 2, "1/1": 1 })
      expect(await pages("页"), "the last character of a line").toEqual({ "0/5": 0 })
      expect(await pages("体"), "inside a pair").toEqual({ "0/1": 2, "1/1": 1 })
    })

    test("title matches rank before text matches, downloaded documents before others", async () => {
      expect((await keys("字体设置"))[0]).toBe("0/1")
      expect(await keys("字体")).toEqual(["1/1", "0/1", "0/2"])
    })

    test("a title that equals the query comes first, titles that contain it before texts, however popular these are", async () => {
      const popular = { downloads: 90_000, views: 900_000, favorites: 9_000, rating: 500, recommended: true }
      const added = [
        entryOf(60, { title: "量子计算", rating: 100, created_at: new Date("2001-01-01") }),
        entryOf(61, { title: "漫谈量子计算", rating: 100, created_at: new Date("2001-01-01") }),
        entryOf(62, { title: "量子计算导论", downloads: 9 }),
        entryOf(63, { title: "量子物理与经典计算", pages: ["量子计算"], downloads: 10 }),
        entryOf(64, { title: "别的书", keywords: "量子计算", pages: ["量子计算"], ...popular }),
      ]
      await search.put(added)
      const check = async () => {
        expect(await keys("量子计算")).toEqual(["0/60", "0/62", "0/61", "0/64", "0/63"])
        const two = await keys("量子 计算")
        expect(two[0]).toBe("0/60")
        expect(two.slice(1, 4).toSorted()).toEqual(["0/61", "0/62", "0/63"])
        expect(two[4]).toBe("0/64")
        expect(await keys("量子计算", { ext: [".docx"] })).toEqual([])
        expect(await keys("量子计算", {}, { sort: "download_count" })).toEqual(["0/64", "0/63", "0/62", "0/60", "0/61"])
      }
      await check()
      await search.settle()
      await check()
      await search.remove(added)
    })

    test("filters", async () => {
      expect(await some("字体", { kind: 1 })).toEqual(["1/1"])
      expect(await some("字体", { kind: 0 })).toEqual(["0/1", "0/2"])
      expect(await some("字体", { ext: [".doc", ".docx"] })).toEqual(["0/2"])
      expect(await some("字体", { categories: [6, 99] })).toEqual(["0/1"])
      expect(await some("字体", { fee: "charge" })).toEqual(["0/2"])
      expect(await some("字体", { fee: "free" })).toEqual(["0/1"])
      expect(await some("下半", { fee: "vip" })).toEqual(["0/5"])
      expect(await some("字体", { price: { min: 1, max: 3 } })).toEqual(["0/2"])
      expect(await some("字体", { price: { max: 2 } })).toEqual(["0/1", "1/1"])
      expect(await some("字体", { length: { min: 51 } })).toEqual(["0/2"])
      expect(await some("linux", { languages: ["zh-TW"], users: [7] })).toEqual(["0/3"])
      expect(await some("linux", { users: [8] })).toEqual([])
      expect(await some("把握", { created: { from: new Date(now.getTime() - dayMs) } })).toEqual(["0/4"])
      expect(await some("字体", { created: { from: new Date(now.getTime() - 30 * dayMs) } })).toEqual([])
      expect(await some("字体", { created: { to: new Date(now.getTime() - 30 * dayMs) } })).toHaveLength(3)
      expect(await some("字体", { categories: [2 ** 40], price: { max: 10 ** 14 } })).toEqual([])
    })

    test("facets are counted without their own filter", async () => {
      const { facets, total } = await find("字体", { ext: [".docx"], kind: 0 })
      expect(total).toBe(1)
      expect(Object.fromEntries(facets.ext)).toEqual({ ".pdf": 1, ".docx": 1 })
      expect(Object.fromEntries(facets.categories)).toEqual({ 5: 1 })
      expect(Object.fromEntries(facets.fees)).toEqual({ charge: 1 })
      expect(Object.fromEntries(facets.lengths)).toEqual({ 2: 1 })
      const all = (await find("字体")).facets
      expect(Object.fromEntries(all.languages)).toEqual({ "zh-CN": 2 })
      expect(Object.fromEntries(all.lengths)).toEqual({ 0: 1, 2: 1 })
      expect(Object.fromEntries(all.durations)).toEqual({ half_year: 3, year: 3 })
    })

    test("sort orders", async () => {
      expect((await keys("字体", {}, { sort: "download_count" }))[0]).toBe("0/2")
      expect((await keys("字体", {}, { sort: "pages" }))[0]).toBe("0/2")
      expect((await keys("字体", {}, { sort: "favorite_count" }))[0]).toBe("1/1")
    })

    test("result pagination", async () => {
      const all = await keys("字体")
      expect([...(await keys("字体", {}, { limit: 2 })), ...(await keys("字体", {}, { offset: 2, limit: 2 }))]).toEqual(all)
      expect(await keys("字体", {}, { offset: 100 })).toEqual([])
    })

    test("title suggestions by letters, pinyin and initials", async () => {
      const titles = async (text: string) => (await search.suggest({ text, limit: 5 })).map((one) => one.title)
      expect(await titles("字体")).toEqual(expect.arrayContaining(["字体设置指南", "字体的历史"]))
      expect(await titles("ziti")).toEqual(expect.arrayContaining(["字体设置指南", "字体的历史"]))
      expect(await titles("ztsz")).toEqual(["字体设置指南"])
      expect((await titles("p"))[0]).toBe("排版手册")
      expect(await titles("手册")).toEqual(["排版手册"])
      expect(await titles("linux r")).toEqual(["Linux 入门"])
      expect((await search.suggest({ text: "字体", kind: 1, limit: 5 })).map((one) => one.title)).toEqual(["字体的历史"])
      for (const text of ["", "%", "_", "\u0000", "\ud83d"]) expect(Array.isArray(await titles(text)), text).toBe(true)
    })

    test("corrects a wrong letter in a Latin word", async () => {
      expect(await search.correct("postgrasql")).toBe("postgresql")
      expect(await search.correct("linuz")).toBe("linux")
      expect(await search.correct("linux")).toBeNull()
      expect(await search.correct("zzzzzz")).toBeNull()
    })

    test("splits a query into words", async () => {
      expect(await search.cut("机器学习，post与系统设置")).toEqual(expect.arrayContaining(["机器", "学习", "post", "系统", "设置"]))
    })

    test("changes are searchable immediately, before and after settling", async () => {
      await search.put([entryOf(20, { pages: ["临时的内容甲"] }), entryOf(21, { pages: ["临时的内容乙"] })])
      expect(await some("临时的内容")).toEqual(["0/20", "0/21"])
      await search.settle()
      expect(await some("临时的内容")).toEqual(["0/20", "0/21"])
      await search.put([entryOf(20, { pages: ["换过的内容"] })])
      await search.remove([{ kind: 0, id: 21 }])
      const look = async () => {
        expect(await some("临时的内容")).toEqual([])
        expect(await some("换过的内容")).toEqual(["0/20"])
        expect(await search.known(0, 20, 30)).toEqual([20])
        expect((await search.state()).entries).toBe(library.length + 1)
      }
      await look()
      await search.settle()
      await look()
      expect((await search.state()).changed).toBe(0)
    })

    test("of an entry that is given repeatedly the last one counts, and a repeated key is removed once", async () => {
      await search.put([entryOf(40, { pages: ["重复的旧内容"] }), entryOf(40, { pages: ["重复的新内容"] })])
      expect(await some("重复的")).toEqual(["0/40"])
      expect(await some("重复的旧")).toEqual([])
      await search.remove([
        { kind: 0, id: 40 },
        { kind: 0, id: 40 },
      ])
      expect(await some("重复的")).toEqual([])
      await search.settle()
      expect(await search.known(0, 40, 40)).toEqual([])
    })

    test("settling updates counters, which break ties", async () => {
      await search.put([entryOf(30, { pages: ["同样的话"] }), entryOf(31, { pages: ["同样的话"], views: 5 })])
      expect(await keys("同样的话")).toEqual(["0/31", "0/30"])
      await search.settle(one([{ ...counters(30), downloads: 500 }, counters(31)]))
      expect(await keys("同样的话")).toEqual(["0/30", "0/31"])
      await search.remove([
        { kind: 0, id: 30 },
        { kind: 0, id: 31 },
      ])
    })

    test("a full rebuild during changes", async () => {
      const built = async function* () {
        yield library.slice(0, 3)
        await search.put([entryOf(1, { pages: ["改写在重建之中"] }), entryOf(40, { pages: ["重建之中来的"] })])
        yield library.slice(3)
      }
      await search.rebuild(built())
      await search.put([entryOf(1, { pages: ["改写在重建之中"] })])
      expect(await some("重建之中")).toEqual(["0/1", "0/40"])
      expect(await some("换过的内容")).toEqual([])
      expect(await some("字体")).toEqual(["0/2", "1/1"])
      await search.put(library)
      await search.remove([{ kind: 0, id: 40 }])
      await search.settle()
      expect(await some("字体设置")).toEqual(["0/1"])
      expect((await search.state()).entries).toBe(library.length)
    })

    test("many matches: the exact title is first, 10,000 hits can be paged to, and counts and orders say what they cover", async () => {
      const old = { rating: 100, created_at: new Date("2001-01-01") }
      const texts = Array.from({ length: maxHits + 198 }, (_, at) =>
        entryOf(at + 1_001, { title: `文件${at}`, pages: ["众多的结果之一"], views: at % 3_000, length: 5 }),
      )
      const many = [
        ...texts,
        entryOf(1, { title: "众多的结果", pages: [], length: 900, ...old }),
        entryOf(2, { title: "论众多的结果", pages: [], ...old }),
      ]
      await search.rebuild(one(many))
      const page = (offset: number, limit: number, more: Partial<SearchQuery> = {}) => keys("众多的结果", {}, { offset, limit, ...more })
      expect((await page(0, 10)).slice(0, 2)).toEqual(["0/1", "0/2"])
      // across the end of the matches that are ranked
      const whole = await page(maxRanked - 10, 20)
      expect(new Set(whole).size).toBe(20)
      expect([...(await page(maxRanked - 10, 10)), ...(await page(maxRanked, 10))]).toEqual(whole)
      expect(await page(maxHits - 10, 20), "the last page that can be reached").toHaveLength(10)
      expect(await page(maxHits, 10)).toEqual([])
      expect(await page(maxHits - 10, 10, { sort: "latest" })).toHaveLength(10)
      for (const sort of ["default", "pages"] as const) {
        const { total, approximate, sampled, facets, hits } = await find("众多的结果", {}, { sort, limit: 1 })
        if (approximate) expect(total).toBeGreaterThan(sampled)
        else expect([total, sampled]).toEqual([many.length, 0])
        expect(facets.ext.get(".pdf")).toBeGreaterThanOrEqual(sampled || many.length)
        expect(facets.ext.get(".pdf")).toBeLessThanOrEqual(sampled ? sampled + 1 : many.length)
        // the longest document has the worst static score
        if (sort === "pages") expect(hits[0]?.id === 1).toBe(sampled === 0)
      }
    }, 240_000)

    test("folding a substring yields a substring of the folded text", () => {
      const text = "資料庫 ＰｏｓｔｇｒｅＳＱＬ　設定：字體，①②㎡ 𠵾的 É!"
      const whole = fold(text)
      for (let from = 0; from < text.length; from++)
        for (const length of [2, 3, 5]) expect(whole).toContain(fold(text.slice(from, from + length)))
    })
  })
}

const counters = (id: number) => ({
  kind: 0 as const,
  id,
  recommended: false,
  downloads: 0,
  views: 0,
  favorites: 0,
  rating: 300,
  created_at: new Date(now.getTime() - 100 * dayMs),
})
const one = async function* <T>(rows: T[]) {
  yield rows
}
