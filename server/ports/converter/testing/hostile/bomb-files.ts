import { crc32, deflateSync } from "node:zlib"
import sharp from "sharp"
import { makeDocx, makeEpub, makeXlsx, makeZip } from "../office.fixture"
import { billionLaughsForms, billionLaughsPage, makePdf, textPage } from "../pdf.fixture"
import { type HostileFile, hostile } from "./hostile-file"

/** Ten entities of ten each, nine levels deep. */
const laughs = `<!DOCTYPE x [<!ENTITY l0 "ha">${Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join("")}]>`
const LAUGH = "&l9;"

const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const odtNamespaces =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"'

export function odt(body: string, doctype = "", files: Record<string, string> = {}): Buffer {
  const content = `<?xml version="1.0"?>${doctype}<office:document-content ${odtNamespaces} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0">${body}</office:document-content>`
  return makeZip({
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml":
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>' +
      `${Object.keys(files)
        .map((name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`)
        .join("")}</manifest:manifest>`,
    "content.xml": content,
    ...files,
  })
}

/** A PDF image of black pixel rows: 16,000 by 16,000 in 32 KB, which is more than the memory limit in full colour. */
function hugeImagePdf(): Buffer {
  const side = 16_000
  const data = deflateSync(Buffer.alloc((side / 8) * side), { level: 9 }).toString("latin1")
  const image = `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/FlateDecode/Length ${data.length}>>stream\n${data}\nendstream`
  return makePdf([{ content: "q 500 0 0 500 50 50 cm /I Do Q", resources: "/XObject<</I 9 0 R>>" }], { extra: () => [image] })
}

/** A complete PNG of 30,000 by 30,000 pixels in black and white: 112 MB of rows in 110 KB. */
function hugePng(): Buffer {
  const side = 30_000
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header[8] = 1 // one bit per pixel
  const rows = Buffer.alloc((1 + side / 8) * side)
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

/** A content stream that unpacks to 100 MB of spaces. */
function swollenPdf(): Buffer {
  const data = deflateSync(Buffer.alloc(100e6, " "), { level: 9 }).toString("latin1")
  const pdf = makePdf([{ content: "@@" }]).toString("latin1")
  return Buffer.from(pdf.replace("<</Length 2>>stream\n@@", `<</Length ${data.length}/Filter/FlateDecode>>stream\n${data}`), "latin1")
}

/** Makes a zip whose directory states a false size for an entry. */
function lyingZip(content: Buffer, name: string, size: number): Buffer {
  const lying = Buffer.from(content)
  for (const [signature, sizeAt, nameAt] of [
    ["504b0102", 24, 46],
    ["504b0304", 22, 30],
  ] as const)
    for (let at = lying.indexOf(Buffer.from(signature, "hex")); at >= 0; at = lying.indexOf(Buffer.from(signature, "hex"), at + 4))
      if (lying.toString("latin1", at + nameAt, at + nameAt + name.length) === name) lying.writeUInt32LE(size, at + sizeAt)
  return lying
}

const nested = (depth: number): Buffer => {
  if (depth === 0) return makeZip({ "0": new Uint8Array(900_000) })
  const inner = nested(depth - 1)
  return makeZip(Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`${index}.zip`, inner])))
}

/** Small files that would expand without limit. */
export const bombFiles: readonly HostileFile[] = [
  hostile("a billion laughs in .docx", "a.docx", ["corrupt", "memory", "timeout", "shown"], () =>
    makeDocx([], {
      "word/document.xml": `${laughs}<w:document ${wordNamespace}><w:body><w:p><w:r><w:t>${LAUGH}</w:t></w:r></w:p></w:body></w:document>`,
    }),
  ),
  hostile("a billion laughs in .odt", "a.odt", ["corrupt", "memory", "timeout", "shown"], () =>
    odt(`<office:body><office:text><text:p>${LAUGH}</text:p></office:text></office:body>`, laughs),
  ),
  hostile("a billion laughs in .xlsx", "a.xlsx", ["corrupt", "memory", "timeout", "shown"], () => {
    const sheet = `${laughs}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row><c t="inlineStr"><is><t>${LAUGH}</t></is></c></row></sheetData></worksheet>`
    return makeXlsx([["x"]], { "xl/worksheets/sheet1.xml": sheet })
  }),
  hostile("a billion laughs in .html", "a.html", "shown", () => Buffer.from(`${laughs}<p>${LAUGH}</p>`)),
  hostile("a billion laughs in .xml", "a.xml", "shown", () => Buffer.from(`${laughs}<x>${LAUGH}</x>`)),
  hostile("a billion laughs in .svg", "a.svg", "unsupported", () =>
    Buffer.from(`${laughs}<svg xmlns="http://www.w3.org/2000/svg"><text>${LAUGH}</text></svg>`),
  ),
  hostile("a billion laughs in an .epub", "a.epub", "shown", () =>
    makeEpub([`<p>正文 ${LAUGH}</p>`], {
      "OEBPS/toc.ncx": `${laughs}<ncx><navMap><navPoint><navLabel><text>${LAUGH}</text></navLabel></navPoint></navMap></ncx>`,
    }),
  ),
  hostile("a billion laughs of PDF forms", "a.pdf", ["memory", "timeout"], () =>
    makePdf([billionLaughsPage(1)], { extra: billionLaughsForms }),
  ),
  hostile("a page of 200,000 points", "a.pdf", "shown", () =>
    makePdf([{ content: "0 0 100000 100000 re f", mediaBox: [0, 0, 200_000, 200_000] }]),
  ),
  hostile("a page of no size", "a.pdf", "shown", () => makePdf([{ content: "0 0 1 1 re f", mediaBox: [0, 0, 0, 0] }])),
  // a busy machine may need longer than the limit for 256 million pixels: a timeout is just as good an outcome
  hostile("an image of 16,000 by 16,000 in a PDF", "a.pdf", ["shown", "timeout"], hugeImagePdf),
  hostile("a stream that swells to 100 MB", "a.pdf", "shown", swollenPdf),
  hostile("a picture of 30,000 by 30,000", "a.png", "too_large", hugePng),
  hostile("2,001 frames of TIFF", "a.tif", "shown", () =>
    sharp(Buffer.alloc(2001 * 4), { raw: { width: 2, height: 4002, channels: 1, pageHeight: 2 }, limitInputPixels: false })
      .tiff()
      .toBuffer(),
  ),
  hostile("a zip entry of ratio 1,000", "a.docx", "too_large", () => makeZip({ "word/document.xml": new Uint8Array(3_000_000) })),
  hostile("30,000 zip entries", "a.docx", "too_large", () =>
    makeZip(Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`word/${index}`, ""]))),
  ),
  hostile("a zip that promises 600 MB", "a.docx", "too_large", () => lyingZip(makeDocx(["x"]), "word/document.xml", 600e6)),
  hostile("a zip that promises less than it holds", "a.epub", "corrupt", () =>
    lyingZip(makeEpub([`<p>${"正文".repeat(90_000)}</p>`]), "OEBPS/text/c 0.xhtml", 10),
  ),
  hostile("zips inside zips", "a.docx", "shown", () => makeDocx(["只是附件"], { "word/media/inner.zip": nested(3) })),
  hostile("a table as wide as the world", "a.csv", "shown", () => Buffer.from(`${"列,".repeat(50_000)}\n`.repeat(3))),
  hostile("a page of endless depth", "a.html", "shown", () => Buffer.from("<div>".repeat(100_000))),
  hostile("a list of endless depth", "a.md", "shown", () => Buffer.from(`${">".repeat(20_000)} 深`)),
  hostile("an RTF of endless depth", "a.rtf", ["shown", "corrupt", "memory"], () => Buffer.from(`{\\rtf1 ${"{".repeat(200_000)}x`)),
  hostile("2,000 pages", "a.pdf", "shown", () => makePdf(Array.from({ length: 2000 }, () => textPage("x")))),
]
