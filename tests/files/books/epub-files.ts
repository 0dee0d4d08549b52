import { crc32 } from "node:zlib"

const CONTAINER =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'

type ZipFile = { name: string | Buffer; content: Buffer | string }

const record = (size: number, fields: Record<number, [width: 2 | 4, value: number]>): Buffer => {
  const bytes = Buffer.alloc(size)
  for (const [at, [width, value]] of Object.entries(fields)) bytes.writeUIntLE(value, Number(at), width)
  return bytes
}

/** Makes a zip of stored files whose names are any bytes and declared as nothing in particular. */
export function makeRawZip(files: readonly ZipFile[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const [nameBytes, data] = [Buffer.from(name as string), Buffer.from(content as string)]
    const common = { crc: crc32(data), size: data.length, length: nameBytes.length }
    const local = record(30, {
      0: [4, 0x04034b50],
      4: [2, 20],
      14: [4, common.crc],
      18: [4, common.size],
      22: [4, common.size],
      26: [2, common.length],
    })
    const central = record(46, {
      0: [4, 0x02014b50],
      6: [2, 20],
      16: [4, common.crc],
      20: [4, common.size],
      24: [4, common.size],
      28: [2, common.length],
      42: [4, offset],
    })
    bodies.push(local, nameBytes, data)
    directory.push(central, nameBytes)
    offset += local.length + nameBytes.length + data.length
  }
  const entries = Buffer.concat(directory)
  const end = record(22, {
    0: [4, 0x06054b50],
    8: [2, files.length],
    10: [2, files.length],
    12: [4, entries.length],
    16: [4, offset],
  })
  return Buffer.concat([...bodies, entries, end])
}

export type BookItem = {
  /** The reference in the package file, as it is written there. */
  href: string
  type?: string
  /** Further attributes of its manifest item and of its place in the reading order; null: not in the reading order. */
  item?: string
  place?: string | null
}

type BookParts = {
  items: readonly BookItem[]
  /** The files by their names in the archive. */
  files: readonly ZipFile[]
  /** Additional elements of the package file. */
  metadata?: string
  after?: string
  container?: string
}

/** Makes a page of a book. */
export const bookPage = (body: string, head = ""): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title>${head}</head><body>${body}</body></html>`

/** Makes an EPUB whose package file stands in the folder OEBPS. */
export function makeBook({ items, files, metadata = "", after = "", container = "META-INF/container.xml" }: BookParts): Buffer {
  const manifest = items.map(
    ({ href, type = "application/xhtml+xml", item = "" }, index) => `<item id="i${index}" href="${href}" media-type="${type}" ${item}/>`,
  )
  const spine = items.flatMap(({ place = "" }, index) => (place === null ? [] : [`<itemref idref="i${index}" ${place}/>`]))
  const opf = `<package xmlns="http://www.idpf.org/2007/opf"><metadata>${metadata}</metadata><manifest>${manifest.join("")}</manifest><spine>${spine.join("")}</spine>${after}</package>`
  return makeRawZip([
    { name: "mimetype", content: "application/epub+zip" },
    { name: container, content: CONTAINER },
    { name: "OEBPS/book.opf", content: opf },
    ...files,
  ])
}
