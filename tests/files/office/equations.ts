import { expect } from "vitest"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"
import { makeZip } from "@/server/ports/converter/testing/office.fixture"
import type { Specimen } from "../specimen"
import { makeWmf } from "./metafiles"
import { savedAs } from "./office-program"
import * as word from "./word-file"

const run = (letters: string): string => `<m:r><m:t>${letters}</m:t></m:r>`
const fraction = `<m:oMath><m:f><m:num>${run("x+1")}</m:num><m:den>${run("2y")}</m:den></m:f></m:oMath>`
const root = `<m:oMath><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${run("b")}</m:e></m:rad></m:oMath>`
const block = `<m:oMathPara><m:oMath><m:sSup><m:e>${run("E=mc")}</m:e><m:sup>${run("2")}</m:sup></m:sSup></m:oMath></m:oMathPara>`

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
