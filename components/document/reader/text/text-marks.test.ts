import { describe, expect, it } from "vitest"
import { markedParagraphs } from "./text-marks"

describe("marks in the words alone", () => {
  const marks = (paragraphs: string[], word: string) =>
    markedParagraphs(paragraphs, word).map((pieces) => pieces.map(({ text, nth }) => (nth < 0 ? text : `[${nth}${text}]`)).join(""))
  it("are where the server finds them: width, case and white space do not matter", () => {
    expect(marks(["函数 Ｆunction，function", "没有", "FUNC TION"], "function")).toEqual([
      "函数 [0Ｆunction]，[1function]",
      "没有",
      "[2FUNC TION]",
    ])
    expect(marks(["单 调性", "非单调"], "单调 ")).toEqual(["[0单 调]性", "非[1单调]"])
  })
  it("reach over the end of a paragraph, and lose no character", () => {
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
})
