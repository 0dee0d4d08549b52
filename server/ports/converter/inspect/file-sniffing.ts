import type { Container } from "../document-formats"
import { isTextWithNuls, utf16Of } from "../text/utf16-detection"

/** Number of bytes of a file that `sniff` needs. */
export const SNIFFED_BYTES = 8192
const PDF_HEADER_WITHIN = 1024

const imageMagics = [
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  Buffer.from("GIF8", "latin1"),
  Buffer.from("II*\0", "latin1"),
  Buffer.from("MM\0*", "latin1"),
  // BigTIFF
  Buffer.from("II+\0", "latin1"),
  Buffer.from("MM\0+", "latin1"),
]

/** Brands of pictures in the container of HEIF: AV1, which sharp decodes, and HEVC, which it does not. */
const AV1_BRANDS = /^(avif|avis)$/
const HEVC_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/
const MAX_BRANDS = 64
/** The record that begins a workbook or sheet of Excel 2, 3, 4 and 5, and the kinds of content that it may announce. */
const WORKBOOK_STARTS = new Set([0x0009, 0x0209, 0x0409, 0x0809])
const WORKBOOK_KINDS = new Set([0x05, 0x10, 0x20, 0x40, 0x100])
const TAR_CHECKSUM = 148
const TAR_HEADER = 512

function startsWith(head: Buffer, magic: Buffer | string): boolean {
  const bytes = typeof magic === "string" ? Buffer.from(magic, "latin1") : magic
  return head.subarray(0, bytes.length).equals(bytes)
}

function isImage(head: Buffer): boolean {
  if (imageMagics.some((magic) => startsWith(head, magic))) return true
  return startsWith(head, "RIFF") && head.toString("latin1", 8, 12) === "WEBP"
}

/** Returns what a file in the container of HEIF holds, by the brands that it declares. */
function heifKind(head: Buffer): "image" | "heif" | null {
  if (head.toString("latin1", 4, 8) !== "ftyp") return null
  const end = Math.min(head.length, head.readUInt32BE(0), 8 + MAX_BRANDS * 4)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4) brands.push(head.toString("latin1", at, at + 4))
  if (brands.some((brand) => AV1_BRANDS.test(brand))) return "image"
  return brands.some((brand) => HEVC_BRANDS.test(brand)) ? "heif" : null
}

/** A bare workbook begins with the length of its first record, a version and a kind of content. */
function isBareWorkbook(head: Buffer): boolean {
  if (head.length < 8 || !WORKBOOK_STARTS.has(head.readUInt16LE(0))) return false
  const length = head.readUInt16LE(2)
  return length >= 4 && length <= 16 && WORKBOOK_KINDS.has(head.readUInt16LE(6))
}

/** A tar begins with a header that contains the sum of its bytes, where those of the sum count as spaces. */
function isTar(head: Buffer): boolean {
  if (head.length < TAR_HEADER) return false
  const stated = Number.parseInt(head.toString("latin1", TAR_CHECKSUM, TAR_CHECKSUM + 8).replace(/[\0 ]+/g, ""), 8)
  let sum = 8 * 32
  for (let at = 0; at < TAR_HEADER; at += 1) if (at < TAR_CHECKSUM || at >= TAR_CHECKSUM + 8) sum += head[at] ?? 0
  return stated === sum && head[0] !== 0
}

function isText(head: Buffer): boolean {
  if (startsWith(head, Buffer.from([0xff, 0xfe])) || startsWith(head, Buffer.from([0xfe, 0xff]))) return true
  // a NUL within text, or text in blocks padded with NULs, is damage that does not matter
  return !head.includes(0) || isTextWithNuls(head) || utf16Of(head) !== null
}

/** Detects the type of a file from its first bytes (up to SNIFFED_BYTES, docs/reference/conversion.md 2). */
export function sniff(head: Buffer): Container {
  if (head.length === 0) return "empty"
  if (head.subarray(0, PDF_HEADER_WITHIN).includes("%PDF-")) return "pdf"
  if (startsWith(head, Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) return "ole2"
  if (isBareWorkbook(head)) return "biff"
  // the second begins an archive without files
  if (startsWith(head, Buffer.from([0x50, 0x4b, 0x03, 0x04])) || startsWith(head, Buffer.from([0x50, 0x4b, 0x05, 0x06]))) return "zip"
  if (startsWith(head, Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]))) return "7z"
  if (startsWith(head, Buffer.from([0x1f, 0x8b, 0x08]))) return "gzip"
  if (startsWith(head, "Rar!\x1a\x07")) return "rar"
  if (startsWith(head, "8BPS\0")) return "psd"
  if (isTar(head)) return "tar"
  if (startsWith(head, "{\\rtf")) return "rtf"
  if (startsWith(head, "ITSF")) return "chm"
  if (head.toString("latin1", 60, 68) === "BOOKMOBI") return "mobi"
  if (isImage(head)) return "image"
  return heifKind(head) ?? (isText(head) ? "text" : "binary")
}
