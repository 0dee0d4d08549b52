import { decode } from "iconv-lite"
import { type ArchiveListing, type ListedFile, MAX_LISTED } from "./archive-listing"
import { encodingOfNames } from "./entry-names"

const BLOCK = 512
/** Bytes of a long name or of extended headers. */
const MAX_EXTENSION = 1e6
const MAX_SIZE = Number.MAX_SAFE_INTEGER

/** Reads an archive from its start to its end. */
export type TarBytes = {
  /** Returns the next bytes, fewer at the end. */
  read(length: number): Promise<Buffer>
  skip(length: number): Promise<void>
}

type Extended = { path?: Buffer; bytes?: number }

const text = (block: Buffer, at: number, length: number): Buffer => {
  const field = block.subarray(at, at + length)
  const end = field.indexOf(0)
  return end === -1 ? field : field.subarray(0, end)
}

/** Reads a number: octal digits, or for large ones a binary number with the first bit set. */
function numberAt(block: Buffer, at: number, length: number): number {
  const first = block[at] ?? 0
  if ((first & 0x80) === 0) return Number.parseInt(block.toString("latin1", at, at + length).replace(/[\0 ]/g, "") || "0", 8)
  let value = first & 0x7f
  for (let index = at + 1; index < at + length; index += 1) value = Math.min(MAX_SIZE, value * 256 + (block[index] ?? 0))
  return value
}

function isHeader(block: Buffer): boolean {
  let sum = 8 * 32
  for (let at = 0; at < BLOCK; at += 1) if (at < 148 || at >= 156) sum += block[at] ?? 0
  return sum === numberAt(block, 148, 8)
}

/** Reads the records of an extended header: "length key=value\n". */
function readRecords(bytes: Buffer): Extended {
  const extended: Extended = {}
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at)
    const length = Number.parseInt(bytes.toString("latin1", at, space), 10)
    if (space === -1 || !(length > 0)) break
    const record = bytes.subarray(space + 1, at + length - 1)
    const equals = record.indexOf(0x3d)
    const key = record.toString("latin1", 0, Math.max(0, equals))
    if (key === "path") extended.path = record.subarray(equals + 1)
    if (key === "size") extended.bytes = Number(record.toString("latin1", equals + 1)) || 0
    at += length
  }
  return extended
}

function pathOf(block: Buffer): Buffer {
  const name = text(block, 0, 100)
  const prefix = block.toString("latin1", 257, 262) === "ustar" && block[262] === 0 ? text(block, 345, 155) : Buffer.alloc(0)
  return prefix.length > 0 ? Buffer.concat([prefix, Buffer.from("/"), name]) : name
}

/** Lists a tar from its headers; the contents of files are skipped. Throws if it does not begin with a header. */
export async function listTar(bytes: TarBytes): Promise<ArchiveListing> {
  const listed: (Omit<ListedFile, "path"> & { raw: Buffer })[] = []
  let extended: Extended = {}
  let truncated = false
  for (;;) {
    const block = await bytes.read(BLOCK)
    if (block.length > 0 && block.length < BLOCK && listed.length === 0) throw new Error("no tar header")
    if (block.length < BLOCK || block.every((byte) => byte === 0)) break
    if (!isHeader(block)) {
      if (listed.length === 0) throw new Error("no tar header")
      truncated = true
      break
    }
    const type = String.fromCharCode(block[156] ?? 0)
    const size = extended.bytes ?? numberAt(block, 124, 12)
    const padded = Math.ceil(size / BLOCK) * BLOCK
    if ((type === "L" || type === "x") && size <= MAX_EXTENSION) {
      const content = (await bytes.read(padded)).subarray(0, size)
      extended = type === "L" ? { ...extended, path: text(content, 0, size) } : { ...extended, ...readRecords(content) }
      continue
    }
    // links, devices and the headers of the whole archive are no files
    if (type === "0" || type === "\0" || type === "7" || type === "5") {
      const raw = extended.path ?? pathOf(block)
      listed.push({ raw, folder: type === "5" || raw.at(-1) === 0x2f, bytes: size, encrypted: false })
    }
    extended = {}
    if (listed.length >= MAX_LISTED) {
      truncated = true
      break
    }
    await bytes.skip(type === "5" ? 0 : padded)
  }
  const encoding = encodingOfNames(listed.map(({ raw }) => raw))
  return { files: listed.map(({ raw, ...file }) => ({ ...file, path: decode(raw, encoding) })), truncated }
}
