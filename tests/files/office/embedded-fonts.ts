import { expect } from "vitest"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"
import { sfnt, square, words } from "../ofd/test-fonts"
import { inkWithin } from "../pdf/page-ink"
import type { Specimen } from "../specimen"
import { printed } from "./layouts"
import { makeOpenDocument } from "./open-document-file"
import * as word from "./word-file"

const FAMILY = "Doujia Squares"

function nameTable(): Buffer {
  const names = [
    [1, FAMILY],
    [2, "Regular"],
    [3, FAMILY],
    [4, FAMILY],
    [5, "Version 1.0"],
    [6, FAMILY.replace(" ", "")],
    // LibreOffice reads no table of a font file of less than 1024 bytes
    [10, "Squares that show whether a document is drawn in the font that it brings. ".repeat(6)],
  ] as const
  const texts = names.map(([, text]) => Buffer.from(text, "utf16le").swap16())
  let offset = 0
  const records = names.map(([id], index) => {
    const { length } = texts[index]!
    const record = words(3, 1, 0x409, id, length, offset)
    offset += length
    return record
  })
  return Buffer.concat([words(0, names.length, 6 + 12 * names.length), ...records, ...texts])
}

/** A font that no machine has: its A is a square of 800 thousandths of the em, its B one of 400. */
function squareFont(): Buffer {
  const glyphs = [square(800), square(400)].map((glyph) => Buffer.concat([glyph, Buffer.alloc((4 - (glyph.length % 4)) % 4)]))
  const [first = 0, second = 0] = glyphs.map((glyph) => glyph.length)
  const [ascent, descent] = [800, -200]
  const latin = [0, 1, 0, 0, 0, 0, 0, 0]
  const noValues = (count: number): number[] => Array.from({ length: count }, () => 0)
  return sfnt(
    {
      "OS/2": words(
        ...[4, 1000, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0, ...noValues(5), ...latin, 0x2020, 0x2020],
        ...[0x40, 0x41, 0x42, ascent, descent, 0, ascent, -descent, 0, 1, 0, 0, 400, 800, 0, 0x20, 0],
      ),
      // one table of format 4, from A to B
      cmap: words(0, 1, 3, 1, 0, 12, 4, 32, 0, 4, 4, 1, 0, 0x42, 0xffff, 0, 0x41, 0xffff, 1 - 0x41, 1, 0, 0),
      glyf: Buffer.concat(glyphs),
      head: words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 3, 1000, ...noValues(8), 0, 0, 1000, 800, 0, 8, 2, 1, 0),
      hhea: words(1, 0, ascent, descent, 0, 1000, 0, 0, 900, 1, 0, 0, ...noValues(5), 3),
      hmtx: words(1000, 0, 1000, 100, 1000, 100),
      // the glyph of missing characters is empty
      loca: words(0, 0, 0, 0, 0, first, 0, first + second),
      maxp: words(1, 0, 3, 4, 1, 0, 0, 2, ...noValues(8)),
      name: nameTable(),
      post: words(3, 0, 0, 0, -100, 50, ...noValues(10)),
    },
    0x10000,
  )
}

const KEY = "{4B1D7A52-93C6-4E0F-8A25-6D3F9B7C1E80}"
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const FONT_TABLE = "application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml"

/** Hides the first bytes of a font as Word does (ECMA-376, part 4, 2.8.1). */
function obfuscated(font: Buffer): Buffer {
  const key = Buffer.from(KEY.replace(/[^\dA-F]/g, ""), "hex").reverse()
  return Buffer.from(font.map((byte, index) => (index < 32 ? byte ^ key[index % 16]! : byte)))
}

const withFont = (): Buffer =>
  word.makeWord(
    { body: word.paragraph(word.text("AAAA", `<w:rFonts w:ascii="${FAMILY}" w:hAnsi="${FAMILY}"/><w:sz w:val="144"/>`)) },
    {
      relations: [["fontTable", "fontTable.xml"]],
      types: `<Default Extension="odttf" ContentType="application/vnd.openxmlformats-officedocument.obfuscatedFont"/><Override PartName="/word/fontTable.xml" ContentType="${FONT_TABLE}"/>`,
      files: {
        "word/fontTable.xml": `<w:fonts xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:font w:name="${FAMILY}"><w:embedRegular r:id="f1" w:fontKey="${KEY}"/></w:font></w:fonts>`,
        "word/_rels/fontTable.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="f1" Type="${OFFICE}/font" Target="fonts/font1.odttf"/></Relationships>`,
        "word/fonts/font1.odttf": obfuscated(squareFont()),
      },
    },
  )

const openDocument = (): Buffer =>
  makeOpenDocument("text", {
    page: 'fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"',
    faces: `<style:font-face style:name="${FAMILY}" svg:font-family="'${FAMILY}'"><svg:font-face-src><svg:font-face-uri xlink:href="Fonts/a.ttf" xlink:type="simple"><svg:font-face-format svg:string="truetype"/></svg:font-face-uri></svg:font-face-src></style:font-face>`,
    automatic: `<style:style style:name="squares" style:family="paragraph"><style:text-properties style:font-name="${FAMILY}" fo:font-size="72pt"/></style:style>`,
    body: '<text:p text:style-name="squares">AAAA</text:p>',
    files: { "Fonts/a.ttf": squareFont() },
  })

/** Checks that the first letter, at the upper left corner of the text, is a square, with a gap after it. The margin is in points. */
const showsSquares =
  (margin: number) =>
  async (run: ConversionRun): Promise<void> => {
    const baseline = 842 - margin - 0.8 * 72
    const between = async (left: number, right: number): Promise<number> =>
      inkWithin(run, [margin + left * 72, baseline + 6, margin + right * 72, baseline + 51])
    expect(await between(0.15, 0.85)).toBeGreaterThan(0.95)
    expect(await between(0.94, 1.06)).toBeLessThan(0.05)
  }

/** Documents that bring a font of their own. */
export const embeddedFontSpecimens: readonly Specimen[] = [
  printed("内嵌字体.docx", "an embedded font of Word, with its first bytes hidden", withFont, {
    pages: 1,
    words: ["AAAA"],
    check: showsSquares(72),
  }),
  {
    name: "内嵌字体.odt",
    about: "an embedded font of OpenDocument",
    make: openDocument,
    expected: { pages: 1, words: ["AAAA"], check: showsSquares(56.7) },
  },
]
