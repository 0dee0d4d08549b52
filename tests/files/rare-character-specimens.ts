import sharp from "sharp"
import { expect } from "vitest"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"
import { svgFaults } from "@/server/ports/converter/testing/svg-whitelist"
import { bookPage, makeBook } from "./books/epub-files"
import type { Specimen } from "./specimen"

const IMAGE = /<image x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" href="data:image\/png;base64,([^"]+)"\/>/g

/** Returns the pictures of characters on the first page: the left edge in points, and the share of ink outside and inside of a thin frame. */
async function drawnCharacters({ svgs }: ConversionRun): Promise<{ x: number; ink: number; inside: number }[]> {
  expect(svgs.flatMap(svgFaults)).toEqual([])
  const images = Array.from(svgs[0]!.matchAll(IMAGE), ([, x = "", , , , data = ""]) => ({ x: Number(x), png: Buffer.from(data, "base64") }))
  return Promise.all(
    images.map(async ({ x, png }) => {
      const { data, info } = await sharp(png).ensureAlpha().extractChannel("alpha").raw().toBuffer({ resolveWithObject: true })
      let [ink, inside] = [0, 0]
      for (let row = 0; row < info.height; row += 1)
        for (let column = 0; column < info.width; column += 1) {
          if ((data[row * info.width + column] ?? 0) < 128) continue
          ink += 1
          if (row > info.height * 0.25 && row < info.height * 0.75 && column > info.width * 0.25 && column < info.width * 0.75) inside += 1
        }
      return { x, ink: ink / data.length, inside: inside / data.length }
    }),
  )
}

/** Checks that each character has ink in its middle: an empty box has it at its edges alone. */
const expectDrawn =
  (...lefts: number[]) =>
  async (run: ConversionRun): Promise<void> => {
    const drawn = await drawnCharacters(run)
    expect(drawn.map(({ x }) => x)).toEqual(lefts)
    for (const { inside } of drawn) expect(inside).toBeGreaterThan(0.004)
  }

/** Characters that the fonts of many readers lack. */
export const rareCharacterSpecimens: readonly Specimen[] = [
  {
    name: "extensions.txt",
    about: "characters of the extensions B, C, E, G and H",
    make: () => Buffer.from("甲𠀀乙𪜀丙𫠠丁𰀀𱍐"),
    expected: {
      pages: 1,
      words: ["甲𠀀乙𪜀丙𫠠丁𰀀𱍐"],
      check: async (run) => {
        await expectDrawn(68, 92, 116, 140, 152)(run)
        // the usual characters stay text
        expect(run.svgs[0]).toContain(">甲</text>")
        expect(run.svgs[0]).not.toContain("𠀀")
      },
    },
  },
  {
    name: "parts.txt",
    about: "characters that are described by their parts, with old and new signs",
    make: () => Buffer.from("⿰亻壬⿼甲乙"),
    expected: { words: ["⿰亻壬⿼甲乙"], check: expectDrawn(56, 92) },
  },
  { name: "private.txt", about: "private use", make: () => Buffer.from("字\ue000字"), expected: { check: expectDrawn(68) } },
  {
    name: "rare.epub",
    about: "rare characters in a heading and a paragraph",
    make: () =>
      makeBook({ items: [{ href: "a.xhtml" }], files: [{ name: "OEBPS/a.xhtml", content: bookPage("<h1>𰻝𰻝面</h1><p>吃𰻝面</p>") }] }),
    expected: { words: ["𰻝𰻝面", "吃𰻝面"], check: expectDrawn(56, 82, 68) },
  },
  {
    name: "many.txt",
    about: "more rare characters than are drawn on one page",
    make: () => Buffer.from(Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x20000 + index)).join("")),
    expected: {
      pages: 1,
      check: async (run) => {
        expect(await drawnCharacters(run)).toHaveLength(300)
        expect(run.pages[0]?.text).toContain(String.fromCodePoint(0x20000 + 399))
      },
    },
  },
  {
    name: "书名.txt.epub",
    about: "a name with two extensions, of which the last counts",
    make: () => makeBook({ items: [{ href: "a.xhtml" }], files: [{ name: "OEBPS/a.xhtml", content: bookPage("<p>正文</p>") }] }),
    expected: { pages: 1, words: ["正文"], absentWords: ["<p>"] },
  },
  { name: "书名.epub.txt", about: "a text with two extensions", make: () => Buffer.from("正文"), expected: { words: ["正文"] } },
]
