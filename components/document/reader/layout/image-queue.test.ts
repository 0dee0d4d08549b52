import { describe, expect, it } from "vitest"
import { createTurns, rankOf } from "./image-queue"
import { markedParagraphs } from "../text/text-marks"
import { gridOf } from "../panels/thumbnail-layout"

describe("turns of images", () => {
  const at = (ranks: Record<string, number>) => {
    const turns = createTurns()
    const begun: string[] = []
    const ends = Object.fromEntries(
      Object.keys(ranks).map((name) => [
        name,
        turns.ask(
          () => ranks[name]!,
          () => void begun.push(name),
        ),
      ]),
    )
    return { turns, begun, ends }
  }

  it("begins with what is on the screen, then one neighbour after the other by distance, thumbnails last", () => {
    const { turns, begun, ends } = at({ thumb: 1000, far: 4, seen: 0, near: 1, alsoSeen: 0, other: 2 })
    expect(begun).toEqual(["seen", "alsoSeen"])
    turns.next()
    expect(begun, "two are under way").toEqual(["seen", "alsoSeen"])
    for (const name of ["seen", "alsoSeen", "near", "other", "far"]) ends[name]!()
    expect(begun).toEqual(["seen", "alsoSeen", "near", "other", "far", "thumb"])
  })

  it("forgets who has gone, and ends a turn once", () => {
    const { turns, begun, ends } = at({ one: 1, two: 2, three: 3, four: 4 })
    turns.next()
    expect(begun).toEqual(["one", "two"])
    ends.three!()
    ends.one!()
    ends.one!()
    expect(begun).toEqual(["one", "two", "four"])
  })

  it("lets in at once what has come onto the screen meanwhile", () => {
    const ranks = { one: 1, two: 2, three: 3 }
    const { turns, begun } = at(ranks)
    turns.next()
    ranks.three = 0
    turns.next()
    expect(begun).toEqual(["one", "two", "three"])
  })

  it("ranks pages by their distance, first where one is heading", () => {
    const order = (up: boolean) =>
      [1, 2, 3, 4, 5, 6, 7, 8].sort((a, b) => rankOf(a, { from: 4, to: 5, up }) - rankOf(b, { from: 4, to: 5, up }))
    expect(order(false)).toEqual([4, 5, 6, 3, 7, 2, 8, 1])
    expect(order(true)).toEqual([4, 5, 3, 6, 2, 7, 1, 8])
    expect(rankOf(1, { from: 1, to: 0, up: false }), "before anything was measured").toBe(0)
  })
})

describe("thumbnails side by side", () => {
  it("stand in rows as high as their highest page", () => {
    const { boxes, width, height } = gridOf(
      [
        [100, 200],
        [200, 100],
        [100, 100],
        [100, 150],
      ],
      { columns: 3, width: 90, gap: 10, below: 40 },
    )
    expect(boxes.map(({ page, x, y, top, end }) => [page, x, y, top, end])).toEqual([
      [1, 0, 0, 0, 220],
      [2, 100, 135, 0, 220],
      [3, 200, 90, 0, 220],
      [4, 0, 220, 220, 395],
    ])
    expect([width, height]).toEqual([290, 395])
  })
})

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
