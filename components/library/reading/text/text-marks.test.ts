import { describe, expect, it } from "vitest"
import { linkedPieces, markedParagraphs, positionOfHit } from "./text-marks"

describe("marks in the text view", () => {
  const marks = (paragraphs: string[], word: string) =>
    markedParagraphs(paragraphs, word).map((pieces) => pieces.map(({ text, nth }) => (nth < 0 ? text : `[${nth}${text}]`)).join(""))
  it("match the server's results: width, case and white space do not matter", () => {
    expect(marks(["函数 Ｆunction，function", "没有", "FUNC TION"], "function")).toEqual([
      "函数 [0Ｆunction]，[1function]",
      "没有",
      "[2FUNC TION]",
    ])
    expect(marks(["单 调性", "非单调"], "单调 ")).toEqual(["[0单 调]性", "非[1单调]"])
  })
  it("cross paragraph boundaries, and lose no character", () => {
    expect(marks(["第一章 函", "数的概念"], "函数")).toEqual(["第一章 [0函]", "[0数]的概念"])
    for (const text of ["𠮷野家的𠮷", " 首尾 ", ""])
      expect(
        markedParagraphs([text], "𠮷")
          .flat()
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text)
    expect(marks(["甲乙"], " ")).toEqual(["甲乙"])
  })
  it("are identified by their surrounding text, since the server also counts running heads", () => {
    const hit = { snippet: "定义：函数是一种对应", start: 3, length: 2 }
    expect(positionOfHit(["函数的概念", "定义：函数是一种对应", "函数值"], "函数", hit)).toBe(1)
    expect(positionOfHit(["没有"], "函数", hit)).toBe(-1)
  })
  it("and links split a text together", () => {
    const pieces = [
      { text: "请看官", nth: -1 },
      { text: "网首", nth: 0 },
      { text: "页。", nth: -1 },
    ]
    expect(linkedPieces(pieces, [{ from: 2, to: 6 }]).map(({ text, nth, link }) => `${text} ${nth} ${link}`)).toEqual([
      "请看 -1 -1",
      "官 -1 0",
      "网首 0 0",
      "页 -1 0",
      "。 -1 -1",
    ])
  })
})
