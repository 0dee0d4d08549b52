import { expect, test } from "vitest"
import { parseDelimited } from "./csv-blocks"
import { listTags } from "./epub-package"
import { wrapLine } from "./line-breaking"

function wrap(text: string, width: number): string[] {
  return wrapLine(text, width, true).map(({ visibleText }) => visibleText)
}

test("breaks between Chinese characters and between words", () => {
  expect(wrap("一二三四五六", 4)).toEqual(["一二三四", "五六"])
  expect(wrap("aaaa bbbb cccc", 5)).toEqual(["aaaa bbbb", "cccc"])
})

test("keeps closing punctuation off the start and opening punctuation off the end of a line", () => {
  expect(wrap("一二三四，五六", 4)).toEqual(["一二三四，", "五六"])
  expect(wrap("一二三（四五", 4)).toEqual(["一二三", "（四五"])
})

test("splits a word that is longer than a line without losing characters", () => {
  expect(wrap("abcdefghij", 2)).toEqual(["abcd", "efgh", "ij"])
  const text = "中文 mixed 内容，with  spaces（and）标点。".repeat(9)
  expect(
    wrapLine(text, 7, false)
      .map(({ raw }) => raw)
      .join(""),
  ).toBe(text)
})

test("an empty line is a line", () => {
  expect(wrap("", 5)).toEqual([""])
})

test("reads quoted cells", () => {
  expect(parseDelimited('a,"b,""c""\nd",e\n\n1,2,3', ",")).toEqual([
    ["a", 'b,"c"\nd', "e"],
    ["1", "2", "3"],
  ])
})

test("reads the tags of a package file", () => {
  const xml = `<!-- <item id="no"/> --><opf:item href='a&amp;b.xhtml' id="x"/><itemref idref="x"/>`
  expect(listTags(xml, "item")).toEqual([{ href: "a&b.xhtml", id: "x" }])
})
