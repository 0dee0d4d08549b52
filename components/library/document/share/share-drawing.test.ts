import { expect, test } from "vitest"
import { linesOf } from "./share-drawing"

/** Every character is ten pixels wide. */
const measure = (line: string) => [...line].length * 10

test.each([
  ["短题", ["短题"]],
  ["一二三四五六七八九十", ["一二三四五", "六七八九十"]],
  ["一二三四五六七八九十甲乙丙丁戊己", ["一二三四五", "六七八九十", "甲乙丙丁…"]],
  ["一二三四五 六七", ["一二三四五", "六七"]],
  ["  ", []],
])("%j is broken into %j", (text, lines) => expect(linesOf(text, measure, 50)).toEqual(lines))

test("characters beyond the first plane stay whole", () => expect(linesOf("𠮷𠮷𠮷𠮷𠮷𠮷", measure, 50, 1)).toEqual(["𠮷𠮷𠮷𠮷…"]))
