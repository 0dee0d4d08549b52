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

function startsWith(head: Buffer, magic: Buffer | string): boolean {
  const bytes = typeof magic === "string" ? Buffer.from(magic, "latin1") : magic
  return head.subarray(0, bytes.length).equals(bytes)
}

function isImage(head: Buffer): boolean {
  if (imageMagics.some((magic) => startsWith(head, magic))) return true
  return startsWith(head, "RIFF") && head.toString("latin1", 8, 12) === "WEBP"
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
  if (startsWith(head, Buffer.from([0x50, 0x4b, 0x03, 0x04]))) return "zip"
  if (startsWith(head, "{\\rtf")) return "rtf"
  if (startsWith(head, "ITSF")) return "chm"
  if (head.toString("latin1", 60, 68) === "BOOKMOBI") return "mobi"
  if (isImage(head)) return "image"
  return isText(head) ? "text" : "binary"
}
