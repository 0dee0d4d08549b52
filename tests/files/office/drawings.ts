import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "vitest"
import { makeOle, makeZip } from "@/server/ports/converter/testing/office.fixture"
import type { Specimen } from "../specimen"

const PACKAGE = "http://schemas.openxmlformats.org/package/2006"
const VISIO = "http://schemas.microsoft.com/visio/2010/relationships"
const MAIN =
  'xmlns="http://schemas.microsoft.com/office/visio/2012/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const TYPE = "application/vnd.ms-visio"

const relationships = (...targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`).join("")}</Relationships>`

/** A rectangle of 2 by 1 inches with a text; positions from the lower left corner, in inches. */
const shape = (id: number, x: number, y: number, text: string): string =>
  `<Shape ID="${id}" Type="Shape">${Object.entries({ PinX: x, PinY: y, Width: 2, Height: 1, LocPinX: 1, LocPinY: 0.5 })
    .map(([name, value]) => `<Cell N="${name}" V="${value}"/>`)
    .join(
      "",
    )}<Section N="Geometry" IX="0"><Row T="MoveTo" IX="1"><Cell N="X" V="0"/><Cell N="Y" V="0"/></Row><Row T="LineTo" IX="2"><Cell N="X" V="2"/><Cell N="Y" V="0"/></Row><Row T="LineTo" IX="3"><Cell N="X" V="2"/><Cell N="Y" V="1"/></Row><Row T="LineTo" IX="4"><Cell N="X" V="0"/><Cell N="Y" V="1"/></Row><Row T="LineTo" IX="5"><Cell N="X" V="0"/><Cell N="Y" V="0"/></Row></Section><Text>${text}</Text></Shape>`

/** Makes a Visio drawing whose pages have the given shapes. */
function makeVsdx(pages: readonly string[]): Buffer {
  const overrides = pages.map((_, index) => `<Override PartName="/visio/pages/page${index + 1}.xml" ContentType="${TYPE}.page+xml"/>`)
  const rows = pages.map(
    (_, index) =>
      `<Page ID="${index}" Name="P${index}"><PageSheet><Cell N="PageWidth" V="8.27"/><Cell N="PageHeight" V="11.69"/></PageSheet><Rel r:id="rId${index + 1}"/></Page>`,
  )
  const parts = pages.map((body, index) => [
    `visio/pages/page${index + 1}.xml`,
    `<PageContents ${MAIN}><Shapes>${body}</Shapes></PageContents>`,
  ])
  return makeZip({
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/visio/document.xml" ContentType="${TYPE}.drawing.main+xml"/><Override PartName="/visio/pages/pages.xml" ContentType="${TYPE}.pages+xml"/>${overrides.join("")}</Types>`,
    "_rels/.rels": relationships([`${VISIO}/document`, "visio/document.xml"]),
    "visio/document.xml": `<VisioDocument ${MAIN}/>`,
    "visio/_rels/document.xml.rels": relationships([`${VISIO}/pages`, "pages/pages.xml"]),
    "visio/pages/pages.xml": `<Pages ${MAIN}>${rows.join("")}</Pages>`,
    "visio/pages/_rels/pages.xml.rels": relationships(...pages.map((_, index) => [`${VISIO}/page`, `page${index + 1}.xml`] as const)),
    ...Object.fromEntries(parts),
  })
}

/** Reads a file that Visio or Publisher wrote: no free program writes these formats (originals/NOTICE.md). */
const original = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, "originals", name))

/** Drawings of Visio and publications of Publisher. */
export const drawingSpecimens: readonly Specimen[] = [
  {
    name: "flow.vsdx",
    about: "two shapes with texts",
    make: () => makeVsdx([shape(1, 3, 9, "申请") + shape(2, 3, 6, "审批")]),
    expected: {
      pages: 1,
      words: ["申请", "审批"],
      check: ({ pages }) => {
        // A4 in points; the text of the first shape is centred 3 inches from the left and 2.69 from the top
        expect(pages[0]?.width).toBeCloseTo(595, -1)
        const [, x = 0, y = 0, width = 0, height = 0] = pages[0]!.textLayer.find(([run]) => run === "申请")!
        expect(Math.abs(x + width / 2 - 216)).toBeLessThan(4)
        expect(Math.abs(y + height / 2 - 193.7)).toBeLessThan(8)
      },
    },
  },
  {
    name: "pages.vsdx",
    about: "two pages",
    make: () => makeVsdx([shape(1, 3, 9, "第一页"), shape(1, 3, 9, "第二页")]),
    expected: { pages: 2, words: ["第一页", "第二页"] },
  },
  {
    name: "new.vsd",
    about: "the newer format under the older name",
    make: () => makeVsdx([shape(1, 3, 9, "新格式")]),
    expected: { pages: 1, words: ["新格式"] },
  },
  {
    name: "views.vsd",
    about: "shapes with texts, as Visio 2003 wrote them",
    make: () => original("drawing.vsd"),
    expected: { pages: 1, words: ["I am a test view", "Some random text", "on a page"] },
  },
  {
    name: "digits.pub",
    about: "a text frame, as Publisher wrote it",
    make: () => original("publication.pub"),
    expected: { pages: 1, words: ["0123456789", "0123456789abcdef", "0123456789abcdef0123456789abcdef", "0123456789", "0123456789abcdef"] },
  },
  {
    name: "drawing.docx",
    about: "a drawing under the name of a document",
    make: () => makeVsdx([shape(1, 3, 9, "甲")]),
    expected: { refusal: "is_visio" },
  },
  {
    name: "drawing.doc",
    about: "an older drawing under the name of a document",
    make: () => makeOle("VisioDocument"),
    expected: { refusal: "is_visio" },
  },
  {
    name: "leaflet.doc",
    about: "a publication under the name of a document",
    make: () => makeOle("Quill"),
    expected: { refusal: "is_publisher" },
  },
  {
    name: "word.vsd",
    about: "a document under the name of a drawing",
    make: () => makeOle("WordDocument"),
    expected: { refusal: "is_word" },
  },
  {
    name: "word.pub",
    about: "a document under the name of a publication",
    make: () => makeOle("WordDocument"),
    expected: { refusal: "is_word" },
  },
  { name: "broken.vsd", about: "a drawing without content", make: () => makeOle("VisioDocument"), expected: { refusal: "corrupt" } },
  { name: "broken.pub", about: "a publication without content", make: () => makeOle("Quill"), expected: { refusal: "corrupt" } },
  { name: "text.vsd", about: "a text under the name of a drawing", make: () => Buffer.from("正文"), expected: { refusal: "is_text" } },
]
