import type { Pixels } from "../pdf/bitmap-pixels"
import type { Pdfium } from "../pdf/pdfium-module"
import { renderPage } from "../pdf/page-raster"

const FILE_HEADER = Buffer.from("974a42320d0a1a0a", "hex")
const PAGE_INFORMATION = 48
const MAX_SEGMENTS = 10_000
const MAX_SIDE = 14_000

/** Returns the segments without the file header, which PDF does not know; null for files in random order. */
function segmentsOf(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, 8).equals(FILE_HEADER)) return bytes
  const flags = bytes.readUInt8(8)
  return (flags & 1) === 0 ? null : bytes.subarray((flags & 2) === 0 ? 13 : 9)
}

/** Returns the size that the first page information segment declares. */
function sizeOf(data: Buffer): { width: number; height: number } | null {
  for (let at = 0, count = 0; count < MAX_SEGMENTS; count += 1) {
    const [number, flags] = [data.readUInt32BE(at), data.readUInt8(at + 4)]
    let references = data.readUInt8(at + 5) >> 5
    let head = at + 6
    if (references === 7) {
      references = data.readUInt32BE(at + 5) & 0x1fffffff
      head = at + 9 + Math.ceil((references + 1) / 8)
    }
    head += references * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4) + ((flags & 0x40) === 0 ? 1 : 4)
    if ((flags & 63) === PAGE_INFORMATION) return { width: data.readUInt32BE(head + 4), height: data.readUInt32BE(head + 8) }
    at = head + 4 + data.readUInt32BE(head)
  }
  return null
}

/** Wraps the picture in a PDF of one page, which has one point a pixel. */
function wrapInPdf(data: Buffer, width: number, height: number): Buffer {
  const stream = (dictionary: string, body: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`<<${dictionary}/Length ${body.length}>>stream\n`), body, Buffer.from("\nendstream")])
  const picture = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode`
  const objects = [
    Buffer.from("<</Type/Catalog/Pages 2 0 R>>"),
    Buffer.from("<</Type/Pages/Kids[3 0 R]/Count 1>>"),
    Buffer.from(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</XObject<</P 5 0 R>>>>>>`),
    stream("", Buffer.from(`${width} 0 0 ${height} 0 0 cm /P Do`)),
    stream(picture, data),
  ]
  const pieces = [Buffer.from("%PDF-1.4\n")]
  const offsets: number[] = []
  let length = pieces[0]!.length
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")])
    pieces.push(piece)
    length += piece.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")
  pieces.push(Buffer.from(`xref\n0 6\n0000000000 65535 f \n${rows}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${length}\n%%EOF`))
  return Buffer.concat(pieces)
}

/** Decodes a JBIG2 picture with PDFium; null if it is damaged or too large. */
export function decodeJbig2({ api, memory }: Pdfium, bytes: Buffer): Pixels | null {
  const data = segmentsOf(bytes)
  const size = data && sizeOf(data)
  if (!data || !size || !(size.width > 0 && size.height > 0) || Math.max(size.width, size.height) > MAX_SIDE) return null
  const pdf = wrapInPdf(data, size.width, size.height)
  const buffer = memory.alloc(pdf.length)
  memory.write(buffer, pdf)
  const document = api.FPDF_LoadMemDocument(buffer, pdf.length, "")
  const page = document === 0 ? 0 : api.FPDF_LoadPage(document, 0)
  try {
    return page === 0 ? null : renderPage({ pdfium: { api, memory }, page, ...size }, size.width)
  } finally {
    if (page !== 0) api.FPDF_ClosePage(page)
    if (document !== 0) api.FPDF_CloseDocument(document)
    memory.free(buffer)
  }
}
