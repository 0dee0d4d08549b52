import { deflateSync } from "node:zlib"

const words =
  "shelf paper leaf bean library reader page margin chapter figure table index author river mountain winter letter method result measure sample section reference".split(
    " ",
  )
const lines = 36
const wordsPerLine = 9
/** Every fourth page has a picture at the bottom. */
const pictureEvery = 4
const picture = { width: 320, height: 200 }

/** Returns one line of text. Lines differ from page to page and are the same in every run. */
const lineOf = (page, line) =>
  Array.from({ length: wordsPerLine }, (_, n) => words[(page * 7 + line * 5 + n * (3 + (page % 4))) % words.length]).join(" ")

function contentOf(page, illustrated) {
  const all = illustrated ? lines - 14 : lines
  const text = Array.from({ length: all }, (_, n) => `1 0 0 1 62 ${720 - n * 17} Tm (${lineOf(page, n)}) Tj`).join("\n")
  const head = `/F2 16 Tf 1 0 0 1 62 760 Tm (Page ${page} of the long document) Tj /F1 11 Tf`
  return `BT ${head}\n${text} ET${illustrated ? "\nq 320 0 0 200 137 90 cm /P Do Q" : ""}`
}

/** Returns the pixels of a picture. It differs on each page, so that no cached picture is reused. */
function pixelsOf(page) {
  const bytes = Buffer.alloc(picture.width * picture.height * 3)
  for (let at = 0, y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++, at += 3) {
      bytes[at] = (x + page * 13) & 255
      bytes[at + 1] = (y * 2 + page * 29) & 255
      bytes[at + 2] = ((x * y) >> 6) & 255
    }
  }
  return deflateSync(bytes)
}

/** Builds a PDF of `pages` pages with dense text and some pictures, without an external program. */
export function longPdf(pages) {
  const objects = []
  const add = (head, stream) => objects.push(stream ? [`<< ${head} /Length ${stream.length} >>\nstream\n`, stream, "\nendstream"] : [head])
  const kids = []
  add("<< /Type /Catalog /Pages 2 0 R >>")
  add("") // Reserves the object for the page tree, which is written last
  for (const name of ["Times-Roman", "Helvetica-Bold"]) add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`)
  for (let page = 1; page <= pages; page++) {
    const illustrated = page % pictureEvery === 0
    if (illustrated)
      add(
        `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
        pixelsOf(page),
      )
    const drawn = illustrated ? ` /XObject << /P ${objects.length} 0 R >>` : ""
    add("", Buffer.from(contentOf(page, illustrated)))
    kids.push(
      add(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >>${drawn} >> >>`,
      ),
    )
  }
  objects[1] = [`<< /Type /Pages /Count ${pages} /Kids [${kids.map((at) => `${at} 0 R`).join(" ")}] >>`]
  return join(objects)
}

function join(objects) {
  const head = Buffer.from("%PDF-1.4\n")
  const parts = [head]
  const places = []
  let at = head.length
  const put = (part) => {
    const bytes = Buffer.from(part)
    parts.push(bytes)
    at += bytes.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(at)
    put(`${index + 1} 0 obj\n`)
    object.forEach(put)
    put("\nendobj\n")
  }
  const start = at
  put(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")}`,
  )
  put(`trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}
