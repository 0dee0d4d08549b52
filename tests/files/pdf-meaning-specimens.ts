import { expect } from "vitest"
import { makePdf } from "@/server/ports/converter/testing/pdf.fixture"
import { streamObject, textLine } from "./pdf/layers"
import type { Specimen } from "./specimen"

/** The number of the first object after those of one page. */
const FIRST = 9
const lines = Array.from(
  { length: 12 },
  (_, index) => `BT /T 18 Tf 50 ${760 - index * 30} Td (abab baba abba baab aabb bbaa) Tj ET\n`,
).join("")
const privateCodes = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def
1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <61> <e000> <62> <e001> endbfchar endcmap end end`

/** A page in a Type 3 font of two glyphs, which are drawn but stand for no letters. */
export const glyphPage = (keys = "", objects: readonly string[] = []): Buffer =>
  makePdf([{ content: lines, resources: `/Font<</T ${FIRST} 0 R>>` }], {
    extra: () => [
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 500 500]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 97/LastChar 98/Widths[600 600]/Encoding<</Type/Encoding/Differences[97/a/b]>>/CharProcs<</a ${FIRST + 1} 0 R/b ${FIRST + 2} 0 R>>/Resources<<>>${keys}>>`,
      streamObject("", "600 0 0 0 500 500 d1 0 0 500 500 re f"),
      streamObject("", "600 0 0 0 500 500 d1 0 0 250 500 re f"),
      ...objects,
    ],
  })

/** PDF files whose fonts do not say which letters they draw. Such a page is drawn, but has no text. */
export const pdfMeaningSpecimens: readonly Specimen[] = [
  {
    name: "glyph-codes.pdf",
    about: "a Type 3 font without the letters that it stands for",
    make: () => glyphPage(),
    expected: { absentWords: ["abab", "baba"], warnings: [], check: ({ pages }) => expect(pages[0]!.textLayer).toEqual([]) },
  },
  {
    name: "private-codes.pdf",
    about: "a font whose letters are private-use codes",
    make: () => glyphPage(`/ToUnicode ${FIRST + 3} 0 R`, [streamObject("", privateCodes)]),
    expected: { absentWords: ["\ue000"], warnings: [], check: ({ pages }) => expect(pages[0]!.text).toBe("") },
  },
  {
    name: "two-letters.pdf",
    about: "a few words out of two letters",
    make: () => makePdf([{ content: textLine("abab baba") }]),
    expected: { words: ["abab baba"], warnings: [] },
  },
]
