import { expect } from "vitest"
import { byteFontPdf, withObjectStream } from "./pdf/byte-fonts"
import type { Specimen } from "./specimen"

/** 中华人民共和国 in GBK. */
const REPUBLIC = "d6d0bbaac8cbc3f1b9b2bacdb9fa"
/** 小标宋 in GBK. */
const TITLE_SONG = { name: "d0a1b1eacbce" }
const FANGSONG = { name: "b7c2cbce", suffix: "_GB2312" }
const garbage = ["ÖÐ", "»ª", "ÈË", "Ãñ"]

const linesOf = (textLayer: readonly (readonly [string, ...unknown[]])[]): string[] => textLayer.map(([text]) => text)

/** Chinese fonts of old systems, which are not embedded and whose strings are bytes of GBK or Big5. */
const byteFontSpecimens: readonly Specimen[] = [
  {
    name: "official.pdf",
    about: "a title font by a GBK name, WinAnsi encoding",
    make: () => byteFontPdf([{ font: TITLE_SONG, bytes: REPUBLIC }]),
    expected: {
      pages: 1,
      words: ["中华人民共和国"],
      absentWords: garbage,
      check: ({ pages, svgs }) => {
        expect(linesOf(pages[0]!.textLayer)).toEqual(["中华人民共和国"])
        // seven letters as outlines of a font of this machine, or as text for the reader's fonts
        expect(svgs[0]!.match(/<path|<text/g)!.length).toBeGreaterThanOrEqual(7)
        expect(pages[0]!.textLayer[0]![3]).toBeCloseTo(7 * 24, 0)
      },
    },
  },
  {
    name: "type1.pdf",
    about: "Type 1 fonts named 仿宋_GB2312, 楷体_GB2312 and 方正小标宋简体 in standard encoding",
    make: () =>
      byteFontPdf([
        { font: { ...FANGSONG, subtype: "Type1", encoding: "/StandardEncoding" }, bytes: "b7c2cbce" },
        { font: { name: "bfaccce5", suffix: "_GB2312", subtype: "Type1", encoding: "/StandardEncoding" }, bytes: "bfaccce5" },
        { font: { name: "b7bdd5fdd0a1b1eacbcebcf2cce5", subtype: "Type1" }, bytes: "b7bdd5fd" },
      ]),
    expected: { words: ["仿宋", "楷体", "方正"], absentWords: ["·Â", "¿¬"] },
  },
  {
    name: "subset.pdf",
    about: "a subset prefix before 宋体, and Latin letters between Chinese",
    make: () => byteFontPdf([{ font: { name: "cbcecce5", prefix: "ABCDEF+" }, bytes: `41422031${REPUBLIC}646566` }]),
    expected: { words: ["AB 1中华人民共和国def"] },
  },
  {
    name: "ming.pdf",
    about: "標楷體 and 新細明體 by names and strings in Big5",
    make: () =>
      byteFontPdf([
        { font: { name: "bcd0b7a2c5e9" }, bytes: "a4a4b5d8a5c1b0ea" },
        { font: { name: "b773b2d3a9fac5e9" }, bytes: "c163c5e9a4a4a4e5" },
      ]),
    expected: { words: ["中華民國", "繁體中文"] },
  },
  {
    name: "latin.pdf",
    about: "French and English in a font with a Chinese name stay Latin",
    make: () => byteFontPdf([{ font: TITLE_SONG, bytes: Buffer.from("Café, déjà vu and naïve words", "latin1").toString("hex") }]),
    expected: { words: ["Café, déjà vu and naïve words"] },
  },
  {
    name: "mapped.pdf",
    about: "a named font with its own table of characters keeps it",
    make: () => {
      const table = "/ToUnicode 11 0 R"
      const cmap = "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <d6> <0041> endbfchar"
      const pdf = byteFontPdf([
        { font: { ...TITLE_SONG, extra: table }, bytes: "d6d6" },
        { font: FANGSONG, bytes: REPUBLIC },
      ])
      const source = pdf.toString("latin1")
      // the table takes the number after the two fonts
      return Buffer.from(
        source.replace(
          /\nxref[\s\S]*$/,
          `\n11 0 obj\n<</Length ${cmap.length}>>stream\n${cmap}\nendstream\nendobj\ntrailer<</Root 1 0 R>>`,
        ),
        "latin1",
      )
    },
    expected: { words: ["AA", "中华人民共和国"] },
  },
  {
    name: "packed.pdf",
    about: "fonts within a compressed object stream, and one by an ASCII name",
    make: () =>
      withObjectStream(
        byteFontPdf([
          { font: TITLE_SONG, bytes: REPUBLIC },
          { font: { name: "", prefix: "KaiTi_GB2312" }, bytes: "bfaccce5" },
        ]),
      ),
    expected: { words: ["中华人民共和国", "楷体"], absentWords: garbage },
  },
  {
    name: "faces.pdf",
    about: "黑 is drawn without serifs, 宋 with them",
    make: () =>
      byteFontPdf([
        { font: { name: "badacce5" }, bytes: "d6d0" },
        { font: { name: "b7bdd5fdbadacce5" }, bytes: "d6d0" },
        { font: TITLE_SONG, bytes: "d6d0" },
      ]),
    expected: {
      words: ["中", "中", "中"],
      check: ({ svgs }) => {
        const outlines = new Set(svgs[0]!.match(/ d="[^"]{60,}"/g))
        if (!svgs[0]!.includes("<text")) expect(outlines.size).toBe(2)
      },
    },
  },
]

/** PDF files whose text needs interpretation, and files that only claim to be a PDF. */
export const pdfTextSpecimens: readonly Specimen[] = [...byteFontSpecimens]
