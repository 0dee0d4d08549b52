import { makeDocx, makeXlsx, makeZip } from "@/server/ports/converter/testing/office.fixture"
import { strFromU8, unzipSync } from "fflate"
import type { Specimen } from "../specimen"
import { makeXlsb } from "./binary-workbook"
import { savedAs } from "./office-program"
import { makeSlides, textShape } from "./slides-file"
import * as word from "./word-file"

/** Gives a package the content type of another kind of document, with a macro project that must not run. */
const declaredAs = (content: Buffer, from: RegExp, type: string, folder: string): Buffer => {
  const { "[Content_Types].xml": types = new Uint8Array(), ...files } = unzipSync(content)
  const xml = strFromU8(types)
    .replace(from, type)
    .replace("</Types>", '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>')
  return makeZip({ "[Content_Types].xml": xml, ...files, [`${folder}/vbaProject.bin`]: "MACRO" })
}

const wordType = /application\/vnd[^"]*document\.main\+xml/
const sheetType = /application\/vnd[^"]*sheet\.main\+xml/
const macroWord = (type: string, words: string): Buffer =>
  declaredAs(makeDocx([words]), wordType, `application/vnd.ms-word.${type}.main+xml`, "word")
const macroSheet = (kind: string, words: string): Buffer =>
  declaredAs(makeXlsx([[words]]), sheetType, `application/vnd.ms-excel.${kind}.macroEnabled.main+xml`, "xl")

const slides =
  '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation><draw:page draw:name="p"><draw:frame svg:x="1cm" svg:y="1cm" svg:width="12cm" svg:height="3cm"><draw:text-box><text:p>带宏的幻灯片</text:p></draw:text-box></draw:frame></draw:page></office:presentation></office:body></office:document>'
const presentation = async (kind: string): Promise<Buffer> =>
  declaredAs(
    (await savedAs("pptx:Impress MS PowerPoint 2007 XML", { "a.fodp": slides }))["a"] ?? Buffer.alloc(0),
    /application\/vnd[^"]*presentation\.main\+xml/,
    `application/vnd.ms-powerpoint.${kind}.macroEnabled.main+xml`,
    "ppt",
  )

/** Slides under the content type of a show or a template. */
const slidesAs = (kind: string, words: string): Buffer =>
  declaredAs(
    makeSlides([{ shapes: textShape(2, words, [900_000, 600_000, 5_000_000, 900_000]) }]),
    /application\/vnd[^"]*presentation\.main\+xml/,
    `application/vnd.openxmlformats-officedocument.presentationml.${kind}.main+xml`,
    "ppt",
  )

/** A white screenshot as Windows stores it: 6 MB that are packed into a few KB. */
const whiteBitmap = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(54)
  header.write("BM")
  header.writeUInt32LE(54 + width * height * 3, 2)
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  return Buffer.concat([header, Buffer.alloc(width * height * 3, 0xff)])
}

const inlinePicture = (target: string): string =>
  word.paragraph(
    `<w:r><w:drawing><wp:inline><wp:extent cx="3600000" cy="2000000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${target}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3600000" cy="2000000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
  )

const withScreenshot = (): Buffer =>
  word.makeWord(
    { body: word.paragraph(word.text("白色截图")) + inlinePicture("x1") },
    { relations: [["image", "media/a.bmp"]], files: { "word/media/a.bmp": whiteBitmap(1920, 1080) } },
  )

/** Rarer formats of Office, macros, which are never run, and honest files that look like bombs. */
export const macroSpecimens: readonly Specimen[] = [
  {
    name: "macro.docm",
    about: "a document with macros",
    make: () => macroWord("document.macroEnabled", "带宏的文档"),
    expected: { words: ["带宏的文档"] },
  },
  {
    name: "macro.dotm",
    about: "a template with macros",
    make: () => macroWord("template.macroEnabledTemplate", "带宏的模板"),
    expected: { words: ["带宏的模板"] },
  },
  {
    name: "macro.xlsm",
    about: "a workbook with macros",
    make: () => macroSheet("sheet", "带宏的表格"),
    expected: { words: ["带宏的表格"], check: hasSheets },
  },
  { name: "macro.pptm", about: "slides with macros", make: () => presentation("presentation"), expected: { words: ["带宏的幻灯片"] } },
  { name: "macro.ppsm", about: "a slide show with macros", make: () => presentation("slideshow"), expected: { words: ["带宏的幻灯片"] } },
  {
    name: "show.ppsx",
    about: "a slide show",
    make: () => slidesAs("slideshow", "放映的幻灯片"),
    expected: { pages: 1, words: ["放映的幻灯片"] },
  },
  {
    name: "design.potx",
    about: "a template of slides",
    make: () => slidesAs("template", "模板的幻灯片"),
    expected: { pages: 1, words: ["模板的幻灯片"] },
  },
  {
    name: "binary.xlsb",
    about: "a workbook in binary records",
    make: () =>
      makeXlsb([
        ["品名", "数量"],
        ["甲", 9527],
        ["乙", 0.5],
      ]),
    expected: { words: ["品名", "数量", "甲", "9527", "乙", "0.5"], check: hasSheets },
  },
  { name: "screenshot.docx", about: "a white BMP, packed a thousandfold", make: withScreenshot, expected: { words: ["白色截图"] } },
  {
    name: "bomb.docx",
    about: "an XML part packed a thousandfold",
    make: () => makeDocx([" ".repeat(3_000_000)]),
    expected: { refusal: "too_large" },
  },
]

function hasSheets({ events }: { events: readonly { type: string }[] }): void {
  if (!events.some(({ type }) => type === "sheets")) throw new Error("the rows are missing")
}
