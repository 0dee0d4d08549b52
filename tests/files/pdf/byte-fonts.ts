import { deflateSync } from "node:zlib"
import { makePdf } from "@/server/ports/converter/testing/pdf.fixture"

/** A font of an old Chinese system: simple, not embedded, with a name in bytes of GBK or Big5. */
export type ByteFont = {
  /** The name as bytes in hexadecimal. */
  name: string
  /** Letters of the name that are ASCII, before and after the bytes. */
  prefix?: string
  suffix?: string
  subtype?: "TrueType" | "Type1"
  encoding?: string
  /** Further keys of the font, for example /ToUnicode. */
  extra?: string
}

const FIRST_FONT = 9

const escaped = ({ name, prefix = "", suffix = "" }: ByteFont): string => `${prefix}${name.replace(/../g, "#$&")}${suffix}`

function fontObject(font: ByteFont): string {
  const { subtype = "TrueType", encoding = "/WinAnsiEncoding", extra = "" } = font
  const widths = `/FirstChar 32/LastChar 255/Widths[${Array(224).fill(500).join(" ")}]`
  const box = "/Flags 32/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 859/Descent -141/CapHeight 683/StemV 80"
  const descriptor = `/FontDescriptor<</Type/FontDescriptor/FontName/${escaped(font)}${box}>>`
  return `<</Type/Font/Subtype/${subtype}/BaseFont/${escaped(font)}/Encoding${encoding}${widths}${descriptor}${extra}>>`
}

/** Makes a PDF of one page with one line for each font; a line is its bytes in hexadecimal. */
export function byteFontPdf(lines: readonly { font: ByteFont; bytes: string }[]): Buffer {
  const fonts = lines.map((_, index) => `/B${index} ${FIRST_FONT + index} 0 R`).join("")
  const content = lines.map(({ bytes }, index) => `BT /B${index} 24 Tf 50 ${760 - index * 40} Td <${bytes}> Tj ET`).join("\n")
  // the last of two font dictionaries counts
  const resources = `/Font<</F1 3 0 R/F2 4 0 R${fonts}>>`
  return makePdf([{ content, resources }], { extra: () => lines.map(({ font }) => fontObject(font)) })
}

/** Returns the same document with its fonts in a compressed object stream, as most programs have written it since PDF 1.5. */
export function withObjectStream(pdf: Buffer): Buffer {
  const text = pdf.toString("latin1")
  const objects = [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, number, body]) => ({
    number: Number(number),
    body: body ?? "",
  }))
  const packed = objects.filter(({ body }) => !body.includes("stream\n"))
  const plain = objects.filter(({ body }) => body.includes("stream\n"))
  let [body, head] = ["", ""]
  for (const { number, body: object } of packed) {
    head += `${number} ${body.length} `
    body += `${object}\n`
  }
  const content = deflateSync(Buffer.from(head + body, "latin1")).toString("latin1")
  const container = Math.max(...objects.map(({ number }) => number)) + 1
  let file = "%PDF-1.5\n"
  const entries = new Map<number, [type: number, at: number, index: number]>([[0, [0, 0, 255]]])
  const add = (number: number, object: string): void => {
    entries.set(number, [1, file.length, 0])
    file += `${number} 0 obj\n${object}\nendobj\n`
  }
  for (const { number, body: object } of plain) add(number, object)
  add(
    container,
    `<</Type/ObjStm/N ${packed.length}/First ${head.length}/Filter/FlateDecode/Length ${content.length}>>stream\n${content}\nendstream`,
  )
  for (const [index, { number }] of packed.entries()) entries.set(number, [2, container, index])
  const table = container + 1
  entries.set(table, [1, file.length, 0])
  const cellsOf = (number: number): number[] => {
    const [type, at, index] = entries.get(number) ?? [0, 0, 255]
    return [type, at >> 8, at & 255, index]
  }
  const cells = Buffer.from(Array.from({ length: table + 1 }, (_, number) => cellsOf(number)).flat()).toString("latin1")
  const start = file.length
  file += `${table} 0 obj\n<</Type/XRef/Size ${table + 1}/W[1 2 1]/Root 1 0 R/Length ${cells.length}>>stream\n${cells}\nendstream\nendobj\n`
  return Buffer.from(`${file}startxref\n${start}\n%%EOF`, "latin1")
}
