import { expect, test } from "vitest"
import { PageOrder } from "./page-order"
import { toSearchText } from "./search-text"
import { escapeXml, fourDigits, hexColour, twoDecimals } from "./svg"

test("joins wrapped Chinese lines, and no others", () => {
  expect(toSearchText("中文\r\n文库\nabc\ndef")).toBe("中文文库\nabc\ndef")
})

test("normalises width and drops control characters and lone surrogates", () => {
  expect(toSearchText("ＡＢＣ\u0000１２３ ﬁ\ud800")).toBe("ABC 123 fi")
  expect(toSearchText("⼀份，读懂。（①…）")).toBe("一份，读懂。（①…）")
})

test("renders pages in order, requested ones first, each once", () => {
  const all = (last: number, firstPages: number[]) => {
    const order = new PageOrder(last, () => firstPages)
    return Array.from({ length: last + 1 }, () => order.next())
  }
  expect(all(4, [3])).toEqual([3, 1, 2, 4, null])
  expect(all(5, [4, 0, 3, 9, 2.5])).toEqual([4, 3, 1, 2, 5, null])
})

test("writes short numbers and colours, and text that is always valid XML", () => {
  expect([twoDecimals(0.5), twoDecimals(-0.001), twoDecimals(Number.NaN), fourDigits(0.000123456)]).toEqual([".5", "0", "0", ".0001235"])
  expect([hexColour(255, 255, 255), hexColour(1, 2, 3)]).toEqual(["#fff", "#010203"])
  expect(escapeXml("a<b>&\u0000\u001f\ufffe\ud800c")).toBe("a&lt;b&gt;&amp;c")
})
