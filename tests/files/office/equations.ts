import { expect } from "vitest"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"
import { makeZip } from "@/server/ports/converter/testing/office.fixture"
import type { Specimen } from "../specimen"
import { savedAs } from "./office-program"
import * as word from "./word-file"

const run = (letters: string): string => `<m:r><m:t>${letters}</m:t></m:r>`
const fraction = `<m:oMath><m:f><m:num>${run("x+1")}</m:num><m:den>${run("2y")}</m:den></m:f></m:oMath>`
const root = `<m:oMath><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${run("b")}</m:e></m:rad></m:oMath>`
const block = `<m:oMathPara><m:oMath><m:sSup><m:e>${run("E=mc")}</m:e><m:sup>${run("2")}</m:sup></m:sSup></m:oMath></m:oMathPara>`

/** Makes a placeable WMF of one filled rectangle, as the preview of an equation object. `color`: 0xBBGGRR. */
const makeWmf = (color: number): Buffer => {
  const record = (code: number, ...words: number[]): Buffer => {
    const bytes = Buffer.alloc(6 + words.length * 2)
    bytes.writeUInt32LE(3 + words.length, 0)
    bytes.writeUInt16LE(code, 4)
    for (const [index, value] of words.entries()) bytes.writeInt16LE((value << 16) >> 16, 6 + index * 2)
    return bytes
  }
  const records = [
    record(0x020b, 0, 0), // window origin
    record(0x020c, 500, 1000), // window extent
    record(0x02fc, 0, color & 0xffff, color >> 16, 0), // solid brush
    record(0x012d, 0), // select it
    record(0x041b, 450, 950, 50, 50), // rectangle
    record(0),
  ]
  const header = Buffer.alloc(18)
  header.writeUInt16LE(1, 0)
  header.writeUInt16LE(9, 2)
  header.writeUInt16LE(0x300, 4)
  header.writeUInt32LE((18 + records.reduce((sum, { length }) => sum + length, 0)) / 2, 6)
  header.writeUInt16LE(1, 10)
  header.writeUInt32LE(Math.max(...records.map(({ length }) => length)) / 2, 12)
  const placeable = Buffer.alloc(22)
  placeable.writeUInt32LE(0x9ac6cdd7, 0)
  for (const [index, value] of [0, 0, 1000, 500, 1000].entries()) placeable.writeInt16LE(value, 6 + index * 2)
  let checksum = 0
  for (let at = 0; at < 20; at += 2) checksum ^= placeable.readUInt16LE(at)
  placeable.writeUInt16LE(checksum, 20)
  return Buffer.concat([placeable, header, ...records])
}

/** An OLE object as Word stores one: a preview, and the data of the program that edits it. */
const object = (program: string): string =>
  `<w:object w:dxaOrig="2000" w:dyaOrig="1000"><v:shape id="s" style="width:100pt;height:50pt"><v:imagedata r:id="x1" o:title=""/></v:shape><o:OLEObject Type="Embed" ProgID="${program}" ShapeID="s" DrawAspect="Content" ObjectID="_1" r:id="x2"/></w:object>`
const withObject = (program: string): Buffer =>
  word.makeWord(
    { body: word.paragraph(word.text("旧公式如下")) + word.paragraph(`<w:r>${object(program)}</w:r>`) },
    {
      files: { "word/media/preview.wmf": makeWmf(0x2010d0), "word/embeddings/object.bin": "EQUATIONDATA" },
      relations: [
        ["image", "media/preview.wmf"],
        ["oleObject", "embeddings/object.bin"],
      ],
    },
  )
const showsPreview = ({ svgs }: ConversionRun): void => {
  const source = svgs.join("").toLowerCase()
  expect(source.includes("#d01020") || source.includes("data:image") || source.includes("<image"), "the preview is drawn").toBe(true)
}

const formula =
  '<?xml version="1.0" encoding="UTF-8"?><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>a</mi><mo>=</mo><mfrac><mi>F</mi><mi>m</mi></mfrac></mrow></semantics></math>'
const OFFICE = "urn:oasis:names:tc:opendocument:xmlns:"
const openText = makeZip({
  mimetype: "application/vnd.oasis.opendocument.text",
  "META-INF/manifest.xml": `<manifest:manifest xmlns:manifest="${OFFICE}manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="Formula/" manifest:media-type="application/vnd.oasis.opendocument.formula"/><manifest:file-entry manifest:full-path="Formula/content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
  "content.xml": `<office:document-content xmlns:office="${OFFICE}office:1.0" xmlns:text="${OFFICE}text:1.0" xmlns:draw="${OFFICE}drawing:1.0" xmlns:svg="${OFFICE}svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:text><text:p>牛顿第二定律</text:p><text:p><draw:frame text:anchor-type="as-char" svg:width="4cm" svg:height="2cm"><draw:object xlink:href="./Formula" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p></office:text></office:body></office:document-content>`,
  "Formula/content.xml": formula,
})

export const equationSpecimens: readonly Specimen[] = [
  {
    name: "行内公式.docx",
    about: "fractions and roots in the middle of a sentence",
    make: () => word.makeWord({ body: word.paragraph(word.text("设") + fraction + word.text("及") + root + word.text("成立")) }),
    expected: { pages: 1, words: ["设", "及", "成立"], check: ({ text }) => expectLetters(text, ["x", "+", "1", "2", "y", "b"]) },
  },
  {
    name: "整行公式.docx",
    about: "an equation that is a paragraph of its own",
    make: () => word.makeWord({ body: word.paragraph(word.text("质能方程")) + word.paragraph(block) }),
    expected: { pages: 1, words: ["质能方程"], check: ({ text }) => expectLetters(text, ["E", "=", "m", "c", "2"]) },
  },
  {
    name: "公式.odt",
    about: "an equation object of OpenDocument",
    make: () => openText,
    expected: { pages: 1, words: ["牛顿第二定律"], check: ({ text }) => expectLetters(text, ["a", "=", "F", "m"]) },
  },
  {
    name: "公式.doc",
    about: "equations in the old binary format",
    make: async () =>
      (await savedAs("doc:MS Word 97", { "a.docx": word.makeWord({ body: word.paragraph(word.text("质能方程") + block) }) }))["a"]!,
    expected: { pages: 1, words: ["质能方程"], check: showsEquation },
  },
  ...["Equation.3", "Equation.DSMT4"].map((program) => ({
    name: `${program}.docx`,
    about: "an equation object with a picture of it",
    make: () => withObject(program),
    expected: { pages: 1, words: ["旧公式如下"], check: showsPreview },
  })),
]

function expectLetters(text: string, letters: readonly string[]): void {
  const plain = text.normalize("NFKC")
  for (const letter of letters) expect(plain).toContain(letter)
}

function showsEquation({ text, svgs }: ConversionRun): void {
  const drawn = svgs.join("")
  expect(text.normalize("NFKC").includes("mc") || drawn.includes("<image"), "the equation is drawn").toBe(true)
}
