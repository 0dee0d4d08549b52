import { describe, expect, test } from "vitest"
import { readingApp } from "../../setup/reading"
import type { TestUser } from "../../setup/test-app"

const { app, library, read, owner } = await readingApp()
const find = async (uuid: string, wd: string, as?: TestUser) => {
  const reply = await app.call("GET /document/inside", { uuid, wd }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

describe("searching inside a document", () => {
  test("finds every match, with the text around it", async () => {
    const { uuid } = await read.submit(owner, "合同", {
      pages: ["甲方应在十日内付款。\n乙方应在收到货款后发货。", "没有", "争议由甲方所在地法院管辖，甲方承担费用"],
    })
    const result = await find(uuid, "甲方")
    expect(result).toMatchObject({ total: 3 })
    expect(result.hits.map(({ page }) => page)).toEqual([1, 3, 3])
    for (const { snippet, start, length } of result.hits) expect(snippet.slice(start, start + length)).toBe("甲方")
    expect(result.hits[1]!.snippet).toBe("争议由甲方所在地法院管辖，甲方承担费用")
    expect(await find(uuid, "丙方")).toMatchObject({ total: 0, hits: [] })
    expect(await find(uuid, " \u3000 ").catch((error: Error) => error.message)).toContain("请输入搜索词")
  })

  test("ignores character width, case and white space, and gives the box of the match within its line", async () => {
    const { uuid } = await read.submit(owner, "宽窄", { pages: ["ABC ｄｅｆ 数 据\n库和 ﬁle"] })
    const box = async (wd: string) => (await find(uuid, wd)).hits[0]
    // "ABC ｄｅｆ 数 据" is 110 points wide: five wide characters, and six narrow ones of half the width
    expect(await box("abcDEF")).toMatchObject({ snippet: "ABC ｄｅｆ 数 据 库和 ﬁle", start: 0, length: 7, boxes: [[50, 60, 68.8, 16]] })
    expect(await box("数据库")).toMatchObject({
      start: 8,
      length: 5,
      boxes: [
        [125.6, 60, 34.4, 16],
        [50, 80, 15, 16],
      ],
    })
    expect(await box("FILE")).toMatchObject({ length: 3 })
  })

  test("regular expressions and SQL patterns are taken literally [security: 1.2.4, 1.2.9]", async () => {
    const { uuid } = await read.submit(owner, "符号", { pages: ["a.b 100% (x_y) \\ [z]"] })
    for (const wd of ["a.b", "100%", "(x_y)", "\\", "[z]"]) expect((await find(uuid, wd)).total, wd).toBe(1)
    for (const wd of ["a%b", "x?y", ".*"]) expect((await find(uuid, wd)).total, wd).toBe(0)
  })

  test("beyond the preview no matches are returned or counted; owner and staff get all matches [security: hidden-matches]", async () => {
    await library.set("converter", { max_preview: 2 })
    const { uuid } = await read.submit(owner, "预览两页", { pages: ["公开的秘密", "第二页的秘密", "绝密的秘密，秘密", "四"] })
    await library.set("converter", { max_preview: 0 })
    const result = await find(uuid, "秘密")
    expect(result).toMatchObject({ total: 2 })
    expect(result.hits.map(({ page }) => page)).toEqual([1, 2])
    // hidden matches and missing text produce the same response
    for (const wd of ["绝密", "绝无"]) expect(await find(uuid, wd)).toEqual({ total: 0, hits: [] })
    for (const as of [owner, await app.admin()])
      expect(await find(uuid, "绝密", as)).toMatchObject({ total: 1, hits: [{ page: 3, boxes: [] }] })
  })

  test("returns at most two hundred matches and counts all of them", async () => {
    const { uuid } = await read.submit(owner, "很多", { pages: Array.from({ length: 30 }, () => "数据".repeat(20)) })
    const result = await find(uuid, "数据")
    expect(result.total).toBe(600)
    expect(result.hits).toHaveLength(200)
  })

  test("only as much text of a page is searched as a page can show, so that a long text does not block other users", async () => {
    const { uuid } = await read.submit(owner, "一页写满", { pages: [`开头${"甲".repeat(60_000)}结尾`, "结尾"] })
    expect((await find(uuid, "开头")).total).toBe(1)
    expect((await find(uuid, "结尾")).hits.map(({ page }) => page)).toEqual([2])
  })

  test("five hundred full pages are searched to the end", async () => {
    const line = "本合同由甲乙双方在平等自愿的基础上订立，标的交付期限、验收标准与违约责任以附件为准。PostgreSQL Performance。"
    const { uuid } = await read.submit(
      owner,
      "五百页",
      { pages: Array.from({ length: 500 }, (_, n) => Array.from({ length: 25 }, (_, m) => `${line}${n * 25 + m}`).join("\n")) },
      { wait: false },
    )
    await read.settled(uuid)
    const totals = async (...words: string[]) => Promise.all(words.map(async (wd) => (await find(uuid, wd)).total))
    expect(await totals("违约责任", "没有这些字", "附件为准。PostgreSQL Performance。12499")).toEqual([12_500, 0, 1])
  })
})
