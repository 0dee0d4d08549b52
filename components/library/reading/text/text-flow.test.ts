import { describe, expect, it } from "vitest"
import type { PageBlocks, TextBlock } from "@/lib/contract/types"
import { flowOf, pieceOf, seam, textsOf } from "./text-flow"

const block = (text: string, part: Partial<TextBlock> = {}): TextBlock => ({
  kind: "paragraph",
  y: 0,
  text,
  level: 0,
  marker: "",
  number: "",
  joined: false,
  rows: [],
  links: [],
  ...part,
})
const blockTexts = (pages: PageBlocks[]) =>
  flowOf(pages).map(({ page, blocks }) => [
    page,
    blocks.map((one) => [one.block.text, ...one.rest.map(({ page, block }) => `${page}:${block.text}`)].join("|")),
  ])

describe("the text of pages", () => {
  it("is loaded in batches", () => {
    expect([1, 20, 21, 300].map((page) => pieceOf(page, 20))).toEqual([1, 1, 21, 281])
  })
  it("joins a paragraph that page breaks have split, over several pages and past footnotes", () => {
    expect(
      blockTexts([
        { page: 1, blocks: [block("一"), block("甲"), block("注", { kind: "note" })] },
        { page: 2, blocks: [block("乙", { joined: true })] },
        { page: 3, blocks: [block("丙", { joined: true }), block("丁")] },
      ]),
    ).toEqual([
      [1, ["一", "甲|2:乙|3:丙", "注"]],
      [2, []],
      [3, ["丁"]],
    ])
  })
  it("stays on its page if the start of the paragraph is not loaded or not a paragraph", () => {
    expect(blockTexts([{ page: 2, blocks: [block("乙", { joined: true })] }])).toEqual([[2, ["乙"]]])
    expect(
      blockTexts([
        { page: 1, blocks: [block("题", { kind: "heading" })] },
        { page: 2, blocks: [block("乙", { joined: true })] },
      ]),
    ).toEqual([
      [1, ["题"]],
      [2, ["乙"]],
    ])
  })
  it("is searched cell by cell, and joined with or without a space depending on the language", () => {
    expect(textsOf({ page: 1, blocks: [block("甲"), block("", { kind: "table", rows: [["一", "二"]] })] })).toEqual(["甲", "一", "二"])
    expect([seam("中", "文"), seam("one", "two"), seam("中", "two")]).toEqual(["", " ", ""])
  })
})
