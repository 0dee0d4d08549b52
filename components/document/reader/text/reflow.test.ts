import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { paragraphsOf, pieceOf } from "./reflow"

describe("the words alone", () => {
  it("are paragraphs again", () => {
    expect(paragraphsOf("一般地，设 A、B 是非空的实数集，如\n果对于集合 A 中的任意一个数都有。\n（1）定义域\n（2）值域")).toEqual([
      "一般地，设 A、B 是非空的实数集，如果对于集合 A 中的任意一个数都有。",
      "（1）定义域",
      "（2）值域",
    ])
    expect(paragraphsOf("the begin-\nning of words\n\nnext one")).toEqual(["the beginning of words", "next one"])
    expect(paragraphsOf("")).toEqual([])
  })
  it("lose no character on the way", () => {
    const line = fc.stringMatching(/^[a-z一-龥0-9，。 ]{0,30}$/)
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        (lines) => void expect(paragraphsOf(lines.join("\n")).join("").replace(/\s/g, "")).toBe(lines.join("").replace(/\s/g, "")),
      ),
    )
  })
  it("come in pieces", () => {
    expect([1, 20, 21, 300].map((page) => pieceOf(page, 20))).toEqual([1, 1, 21, 281])
  })
})
