import { join } from "node:path"
import { expect, test } from "vitest"
import { threadScript } from "../../../tests/setup/thread-script"
import { analysePages } from "./analyse"
import { directStructure } from "./direct.structure"
import { structureSuite } from "./structure.suite"
import { measured } from "./testing/measured-pages.fixture"
import { createThreadStructure } from "./thread.structure"

const script = await threadScript("server/ports/structure/structure.worker.ts")
structureSuite("on the calling thread", directStructure())
structureSuite("in a thread", createThreadStructure({ script }))

test("pages that take too long fail their task only, and a closed thread takes none", async () => {
  const structure = createThreadStructure({ script, timeoutMs: 1 })
  const input = { pages: [], from: 1, to: 1, outline: [] }
  await expect(structure.analyse(input)).rejects.toThrow("too long")
  await structure.close()
  await expect(structure.analyse(input)).rejects.toThrow("too many")
})

const halves = measured(join(import.meta.dirname, "testing", "labelled-pages.jsonl"))

test.each([
  ["pages of other makers, labelled by hand", "labelled"],
  ["generated pages", "generated"],
] as const)("at least 95 of 100 lines of 100 %s are in the correct block", async (title, half) => {
  const { score, text } = await halves[half](title)
  expect([score.pages, score.lines > 3_000]).toEqual([100, true])
  expect(score.right / score.lines, text).toBeGreaterThanOrEqual(0.95)
})

test("each entry of a numbered list is a separate item, even if all entries are equally long", () => {
  const title = (at: number) => `第${"一二三四五六七八"[at]}卷 春日游园的那些故事与人们`
  const runs = Array.from({ length: 8 }, (_, at) => [
    [`${at + 1}.`, 56, 100 + at * 21, 9, 14, 0, 12] as const,
    [title(at), 74, 100 + at * 21, 170, 14, 0, 12] as const,
  ]).flat()
  const [page] = analysePages({ pages: [{ page: 1, width: 595, height: 842, runs, links: [] }], from: 1, to: 1, outline: [] })
  expect(page!.blocks.map(({ kind, marker, text }) => [kind, marker, text])).toEqual(
    Array.from({ length: 8 }, (_, at) => ["item", `${at + 1}.`, title(at)]),
  )
})

type TestLine = readonly [text: string, x: number, y: number, width: number, style?: number, size?: number]
const structured = (...pages: TestLine[][]) =>
  analysePages({
    pages: pages.map((lines, at) => ({
      page: at + 1,
      width: 595,
      height: 842,
      runs: lines.map(([text, x, y, width, style = 0, size = 12]) => [text, x, y, width, size * 1.15, style, size] as const),
      links: [],
    })),
    from: 1,
    to: pages.length,
    outline: [],
  })
const kindsOf = (lines: TestLine[]) => structured(lines)[0]!.blocks.map(({ kind }) => kind)
const MONO = 2
const prose = [
  "数据库负责保存文档，倒排索引让检索很快，事务保证数据的一致，",
  "这是 TeX 的一种宏集，由 CTeX 社区维护，可以排中文的书籍与论文。",
]

test("Chinese prose in a font of fixed pitch is no code, not even its lines of Latin letters", () => {
  const lines = prose.map((text, at) => [text, 72, 100 + at * 20, 420, MONO] as const)
  expect(kindsOf([...lines, ["see also the manual of the fontspec package, second edition", 72, 140, 400, MONO]])).not.toContain("code")
})

test("a program beside Chinese prose stays code", () => {
  const code = ["int main(void) {", "  return print(value);", "}"].map((text, at) => [text, 92, 160 + at * 14, 160, MONO, 10] as const)
  expect(kindsOf([...prose.map((text, at) => [text, 72, 100 + at * 20, 420] as const), ...code])).toEqual(["paragraph", "code"])
})

test("a paragraph that ends in a full stop is no title, however large its letters are", () => {
  const body = prose.map((text, at) => [text, 72, 300 + at * 20, 420] as const)
  expect(kindsOf([["本卷共四页。", 72, 100, 120, 1, 16], ...body])).toEqual(["paragraph", "paragraph"])
  expect(kindsOf([["注意事项", 72, 100, 64, 1, 16], ...body])).toEqual(["heading", "paragraph"])
  const large = [
    ["答题前，考生务必将自己的姓名和准考证号填写清楚", 72, 100, 400, 0, 16],
    ["并认真核对条形码上的姓名。", 72, 122, 200, 0, 16],
  ] as const
  expect(kindsOf([...large, ...body])).toEqual(["paragraph", "paragraph"])
})

test("heads that change with the chapter are left out, because their numbers count on", () => {
  const page = (head: string): TestLine[] => [
    [head, 72, 60, 110],
    ...prose.map((text, at) => [text, 72, 90 + at * 20, 420] as const),
    ...prose.map((text, at) => [text, 72, 150 + at * 20, 420] as const),
  ]
  const pages = structured(page("2 第一章 简介"), page("第二节 历史 3"), page("4 第二章 安装"))
  expect(pages.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join("")).not.toMatch(/简介|历史|安装/)
})
