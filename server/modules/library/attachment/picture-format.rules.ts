import type { PictureFormat } from "@/server/ports/pictures/pictures.port"

/** Formats that are detected by the first bytes. */
export type KnownFormat = PictureFormat | "svg"

const starts = (head: Buffer, hex: string) => head.subarray(0, hex.length / 2).equals(Buffer.from(hex, "hex"))
const latin = (head: Buffer, from: number, to: number) => head.toString("latin1", from, to)

/** Checks for AVIF: the first box of an ISO media file names the major brand, followed by the compatible ones. */
const isAvif = (head: Buffer): boolean => {
  if (latin(head, 4, 8) !== "ftyp") return false
  const end = Math.min(head.readUInt32BE(0), head.length)
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12 && /^avi[fs]$/.test(latin(head, at, at + 4))) return true
  return false
}

/** Detects the format by the first bytes and ignores name and declared type; null = unsupported. */
export const formatOf = (head: Buffer): KnownFormat | null => {
  if (starts(head, "89504e470d0a1a0a")) return "png"
  if (starts(head, "ffd8ff")) return "jpeg"
  if (/^GIF8[79]a/.test(latin(head, 0, 6))) return "gif"
  if (latin(head, 0, 4) === "RIFF" && latin(head, 8, 12) === "WEBP") return "webp"
  if (head.length >= 16 && isAvif(head)) return "avif"
  if (starts(head, "00000100") && head.length >= 22) return "ico"
  return looksLikeSvg(head) ? "svg" : null
}

/** Detects SVG, also in UTF-16, zipped, or after a long prologue, to reject it with its own message. */
const looksLikeSvg = (head: Buffer): boolean => {
  const text = head.toString("utf8").replaceAll("\u0000", "")
  return /^[^<]{0,8}<(\?xml|!doctype\s+svg|!--|svg[\s>])/i.test(text.trimStart()) && /<svg[\s>:]|:svg[\s>]|<\?xml/i.test(text)
}
