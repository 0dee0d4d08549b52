/** A handmade Kindle book: a PalmDB file of records. The first record contains the headers. */
const NONE = 0xffffffff
const HEADER = 264
const KF7 = 6
const KF8 = 8
const UTF8 = 65001

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

function palmDatabase(records: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(78 + records.length * 8 + 2)
  head.write("book", 0)
  head.write("BOOKMOBI", 60)
  head.writeUInt16BE(records.length, 76)
  let offset = head.length
  for (const [index, record] of records.entries()) {
    head.writeUInt32BE(offset, 78 + index * 8)
    offset += record.length
  }
  return Buffer.concat([head, ...records])
}

type Header = {
  version: number
  textRecords: number
  encryption?: number
  extended?: boolean
  cover?: number
  fields: Record<number, number>
}

function headerRecord({ version, textRecords, encryption = 0, extended = true, cover, fields }: Header): Buffer {
  const record = Buffer.alloc(16 + HEADER)
  record.writeUInt16BE(1, 0) // uncompressed
  record.writeUInt16BE(textRecords, 8)
  record.writeUInt16BE(4096, 10)
  record.writeUInt16BE(encryption, 12)
  record.write("MOBI", 16)
  const all = {
    20: HEADER,
    24: 2,
    28: UTF8,
    36: version,
    108: 0,
    128: extended ? 0x40 : 0,
    192: NONE,
    244: NONE,
    248: NONE,
    252: NONE,
    260: NONE,
    ...fields,
  }
  for (const [at, value] of Object.entries(all)) record.writeUInt32BE(value >>> 0, Number(at))
  const properties = cover === undefined ? [u32(12), u32(0)] : [u32(24), u32(1), u32(201), u32(12), u32(cover)]
  return extended ? Buffer.concat([record, Buffer.from("EXTH"), ...properties]) : record
}

/** Encodes a number with seven bits per byte; the last byte is marked. */
function variable(value: number): Buffer {
  const bytes = [(value & 0x7f) | 0x80]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift(rest & 0x7f)
  return Buffer.from(bytes)
}

type IndexEntry = { name: string; values: number[][] }

/** Makes an index of three records: header, entries and strings. Each tag has one value per number in `widths`. */
function indexRecords(
  tags: ReadonlyArray<[tag: number, width: number]>,
  entries: readonly IndexEntry[],
  strings: readonly string[] = [],
): Buffer[] {
  const indx = (fields: Record<number, number>): Buffer => {
    const bytes = Buffer.alloc(56)
    bytes.write("INDX")
    for (const [at, value] of Object.entries({ 4: 56, 28: UTF8, ...fields })) bytes.writeUInt32BE(value, Number(at))
    return bytes
  }
  const table = tags.map(([tag, width], index) => Buffer.from([tag, width, 1 << index, 0]))
  const tagx = Buffer.concat([Buffer.from("TAGX"), u32(12 + (table.length + 1) * 4), u32(1), ...table, Buffer.from([0, 0, 0, 1])])
  const head = Buffer.concat([indx({ 24: 1, 36: entries.length, 52: strings.length > 0 ? 1 : 0 }), tagx])
  let offset = 56
  const offsets: Buffer[] = []
  const rows = entries.map(({ name, values }) => {
    const row = Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([(1 << tags.length) - 1]),
      ...values.flat().map(variable),
    ])
    offsets.push(Buffer.from([offset >> 8, offset & 255]))
    offset += row.length
    return row
  })
  const data = Buffer.concat([indx({ 20: offset, 24: entries.length }), ...rows, Buffer.from("IDXT"), ...offsets])
  const cncx = Buffer.concat(strings.map((text) => Buffer.concat([variable(Buffer.byteLength(text)), Buffer.from(text)])))
  return strings.length > 0 ? [head, data, cncx] : [head, data]
}

/** Returns the offsets of the strings in the record that `indexRecords` makes of them. */
function stringOffsets(strings: readonly string[]): number[] {
  let offset = 0
  return strings.map((text) => {
    const start = offset
    const length = Buffer.byteLength(text)
    offset += variable(length).length + length
    return start
  })
}

export type MobiOptions = {
  images?: readonly Buffer[]
  encryption?: number
  /** False: leaves out the block of extended data, as old writers do. */
  extended?: boolean
  /** Table of contents: titles and, for KF7, the words in the HTML that each points to. */
  contents?: ReadonlyArray<[title: string, to: string]>
  /** Which of the images is the cover, counted from 0. */
  cover?: number
  /** The style sheet of a KF8 book, to which pages refer as kindle:flow:0001?mime=text/css. */
  styles?: string
  /** The declared code page, 65001 or 1252. */
  codePage?: number
}

const textRecords = (text: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(text.length / 4096) }, (_, index) => text.subarray(index * 4096, (index + 1) * 4096))

/** Makes a KF7 book (.mobi) of one HTML page; `<mbp:pagebreak/>` separates chapters, `<img recindex="1">` is the first image. */
export function makeMobi(
  html: string | Buffer,
  { images = [], encryption = 0, extended = true, contents = [], codePage = UTF8, cover }: MobiOptions = {},
): Buffer {
  const text = Buffer.concat([Buffer.from("<html><head></head><body>"), Buffer.from(html), Buffer.from("</body></html>")])
  const pieces = textRecords(text)
  const titles = contents.map(([title]) => title)
  const labels = stringOffsets(titles)
  const entries = contents.map(([, to], index) => ({
    name: String(index).padStart(3, "0"),
    values: [[text.indexOf(to)], [1], [labels[index] ?? 0], [0]],
  }))
  const index =
    contents.length > 0
      ? indexRecords(
          [
            [1, 1],
            [2, 1],
            [3, 1],
            [4, 1],
          ],
          entries,
          titles,
        )
      : []
  const first = 1 + pieces.length
  const fields = { 28: codePage, 108: first + index.length, 244: index.length > 0 ? first : NONE }
  return palmDatabase([
    headerRecord({ version: KF7, textRecords: pieces.length, encryption, extended, cover, fields }),
    ...pieces,
    ...index,
    ...images,
    Buffer.from([0xe9, 0x8e, 0x0d, 0x0a]),
  ])
}

/** Makes a KF8 book (.azw3): each chapter is a skeleton with one fragment; `contents` point to the chapters in order. */
export function makeAzw3(
  chapters: readonly string[],
  { images = [], encryption = 0, contents = [], cover, styles = "" }: MobiOptions = {},
): Buffer {
  const before = "<html><head></head><body>"
  const after = "</body></html>"
  let offset = 0
  const skeletons: IndexEntry[] = []
  const fragments: IndexEntry[] = []
  const parts = chapters.map((chapter, index) => {
    const length = Buffer.byteLength(chapter)
    skeletons.push({ name: `SKEL${index}`, values: [[1], [offset, before.length + after.length]] })
    fragments.push({ name: String(offset + before.length).padStart(10, "0"), values: [[0], [index], [0, length]] })
    offset += before.length + after.length + length
    return before + after + chapter
  })
  const html = Buffer.from(parts.join(""))
  const text = Buffer.concat([html, Buffer.from(styles)])
  const pieces = textRecords(text)
  const titles = contents.map(([title]) => title)
  const labels = stringOffsets(titles)
  const skel = indexRecords(
    [
      [1, 1],
      [6, 2],
    ],
    skeletons,
  )
  const frag = indexRecords(
    [
      [2, 1],
      [4, 1],
      [6, 2],
    ],
    fragments,
    ["P-//*[@aid='0']"],
  )
  const ncx =
    contents.length > 0
      ? indexRecords(
          [
            [3, 1],
            [4, 1],
            [6, 2],
          ],
          contents.map((_, index) => ({ name: String(index), values: [[labels[index] ?? 0], [0], [index, 0]] })),
          titles,
        )
      : []
  const fdst = Buffer.concat([Buffer.from("FDST"), u32(12), u32(2), u32(0), u32(html.length), u32(html.length), u32(text.length)])
  const first = 1 + pieces.length
  const at = { fdst: first, skel: first + 1, frag: first + 1 + skel.length, ncx: first + 1 + skel.length + frag.length }
  const fields = { 108: at.ncx + ncx.length, 192: at.fdst, 196: 2, 244: ncx.length > 0 ? at.ncx : NONE, 248: at.frag, 252: at.skel }
  return palmDatabase([
    headerRecord({ version: KF8, textRecords: pieces.length, encryption, cover, fields }),
    ...pieces,
    fdst,
    ...skel,
    ...frag,
    ...ncx,
    ...images,
    Buffer.from([0xe9, 0x8e, 0x0d, 0x0a]),
  ])
}
