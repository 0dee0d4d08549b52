import { encodeLiterals, lzmaProperties } from "./lzma-literals"

/** A file of the archive; without a size it is a folder. */
export type SevenZipFile = { name: string; size?: number }

type SevenZipParts = {
  files: readonly SevenZipFile[]
  /** How the header is stored: as it is, packed, or packed and encrypted. */
  header?: "plain" | "packed" | "encrypted"
  /** Whether the contents are encrypted. */
  locked?: boolean
}

const SIGNATURE = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4])
const LZMA = [0x23, 3, 1, 1, 5]
const AES_CODER = [0x24, 6, 0xf1, 7, 1, 1, 0]
const COPY = [1, 0]

/** Writes a number in the variable length of 7z. */
function number(value: number): number[] {
  if (value < 0x80) return [value]
  if (value < 0x4000) return [0x80 | (value >> 8), value & 255]
  return [0xf0, value & 255, (value >> 8) & 255, (value >> 16) & 255, Math.floor(value / 2 ** 24) & 255]
}

function bits(flags: readonly boolean[]): number[] {
  const bytes = Array.from({ length: Math.ceil(flags.length / 8) }, () => 0)
  for (const [index, flag] of flags.entries()) if (flag) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7))
  return bytes
}

const property = (id: number, content: readonly number[]): number[] => [id, ...number(content.length), ...content]

function streams(packed: number, position: number, coder: readonly number[], unpacked: number, sizes?: readonly number[]): number[] {
  const substreams = sizes ? [8, 13, ...number(sizes.length), 9, ...sizes.slice(0, -1).flatMap(number), 0] : []
  return [6, ...number(position), 1, 9, ...number(packed), 0, 7, 11, 1, 0, 1, ...coder, 12, ...number(unpacked), 0, ...substreams, 0]
}

function fileTable(files: readonly SevenZipFile[]): number[] {
  const names = [...Buffer.concat([Buffer.from([0]), ...files.map(({ name }) => Buffer.from(`${name}\0`, "utf16le"))])]
  const isEmpty = files.map(({ size }) => size === undefined)
  const empty = isEmpty.some(Boolean) ? property(14, bits(isEmpty)) : []
  return [5, ...number(files.length), ...empty, ...property(17, names), 0]
}

/** Makes a 7z whose contents are zeros that nobody unpacks: one stored folder with all files. */
export function make7z({ files, header = "plain", locked = false }: SevenZipParts): Buffer {
  const sizes = files.flatMap(({ size }) => (size === undefined ? [] : [size]))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const data = Buffer.alloc(Math.min(total, 1000))
  const main = sizes.length > 0 ? [4, ...streams(data.length, 0, locked ? AES_CODER : COPY, total, sizes)] : []
  const plain = Buffer.from([1, ...main, ...fileTable(files), 0])
  const packed = encodeLiterals(plain)
  const coder = header === "encrypted" ? AES_CODER : [...LZMA, ...lzmaProperties]
  const encoded = Buffer.from([23, ...streams(packed.length, data.length, coder, plain.length)])
  const last = header === "plain" ? plain : encoded
  const contents = header === "plain" ? data : Buffer.concat([data, packed])
  const start = Buffer.alloc(24)
  start.writeBigUInt64LE(BigInt(contents.length), 4)
  start.writeBigUInt64LE(BigInt(last.length), 12)
  return Buffer.concat([SIGNATURE, start, contents, last])
}
