import { analyse } from "chardet"
import { decode, encodingExists } from "iconv-lite"
import { plausibility } from "./character-frequency"
import { rateUtf16, utf16Of } from "./utf16-detection"

/** Bytes that are judged. */
const SAMPLE = 16_384
/** Share of broken characters up to which a text still counts as valid with a few damaged bytes. */
const TOLERATED_DAMAGE = 0.001
/** How much more plausible a text must be to be read against its declaration. */
const DOUBT = 1.5
/** Preference for the encoding that the detector ranks first, in units of `plausibility`. */
const DETECTOR_BONUS = 0.3
/** Without NULs and control characters, as in a few words, UTF-16 must reach this plausibility and be this much more plausible. */
const SURE_UTF16 = 1.5
const UTF16_MARGIN = 1
/** Extended forms decode everything that the plain ones do. */
const synonyms: Record<string, string> = {
  gb2312: "gb18030",
  gbk: "gb18030",
  cp936: "gb18030",
  big5: "big5hkscs",
  cp950: "big5hkscs",
  euckr: "cp949",
  ksc56011987: "cp949",
  windows949: "cp949",
  xsjis: "shiftjis",
  windows31j: "shiftjis",
  sjis: "shiftjis",
  iso88591: "windows1252",
  ascii: "utf8",
  usascii: "utf8",
}
const candidates = ["gb18030", "big5hkscs", "shiftjis", "eucjp", "cp949"]
/** The standard whose usual characters an encoding is judged by. */
const scripts: Record<string, string> = { shiftjis: "eucjp" }

/** Returns the name that the decoder uses; null for an unknown encoding. */
export function encodingOf(label: string): string | null {
  const plain = label.toLowerCase().replace(/[^a-z\d]/g, "")
  const name = synonyms[plain] ?? plain
  return plain !== "" && encodingExists(name) ? name : null
}

const damage = (text: string): number => text.split("\ufffd").length - 1

const isIntact = (text: string): boolean => damage(text) <= text.length * TOLERATED_DAMAGE

/** Returns the most significant part of the bytes: from the first byte beyond ASCII on, where double bytes are in step. */
function sampleOf(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte >= 0x80)
  return bytes.subarray(Math.max(0, first), Math.max(0, first) + SAMPLE)
}

function plausibilityIn(sample: Buffer, encoding: string): number {
  return plausibility(decode(sample, encoding), scripts[encoding] ?? encoding)
}

/** Returns the encoding in which the text makes most sense. Without a double-byte one that does, the detector's own guess. */
function guess(bytes: Buffer): string {
  const sample = sampleOf(bytes)
  const ranking = analyse(sample).map(({ name }) => encodingOf(name))
  const rated = candidates.map((encoding) => {
    const bonus = ranking[0] === encoding ? DETECTOR_BONUS : 0
    return { encoding, score: plausibilityIn(sample, encoding) + bonus }
  })
  const best = rated.reduce((first, second) => (second.score > first.score ? second : first))
  const utf16 = rateUtf16(bytes.subarray(0, SAMPLE))
  if (utf16.score >= SURE_UTF16 && utf16.score > best.score + UTF16_MARGIN) return utf16.encoding
  const western = ranking.find((name) => name !== null && /^(windows|koi8|iso2022jp)/.test(name))
  return best.score < 0 && western ? western : best.encoding
}

/** Returns the character set that markup declares in its first bytes; null if none or an unknown one. */
function declaredEncoding(bytes: Buffer): string | null {
  const head = bytes.toString("latin1", 0, 2048)
  const label =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1] ?? /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1]
  const encoding = label ? encodingOf(label) : null
  // a declaration that is readable as ASCII proves that the file is not UTF-16
  return encoding?.startsWith("utf16") || encoding?.startsWith("ucs2") ? "utf8" : encoding
}

function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf8"
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf16le"
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf16be" : null
}

function isBelieved(bytes: Buffer, encoding: string): boolean {
  if (!isIntact(decode(bytes, encoding))) return false
  const sample = sampleOf(bytes)
  const utf8 = decode(sample, "utf8")
  // a page that was saved as UTF-8 with its old declaration
  return encoding === "utf8" || damage(utf8) > 1 || plausibility(utf8, "gb18030") < plausibilityIn(sample, encoding) + DOUBT
}

/** Detects the encoding of a text, as a name for the decoder. Markup may declare one, which is believed unless it cannot be right. */
export function detectEncoding(bytes: Buffer, markup: boolean): string {
  const mark = markOf(bytes) ?? utf16Of(bytes.subarray(0, SAMPLE))
  if (mark) return mark
  const declared = markup ? declaredEncoding(bytes) : null
  if (declared && isBelieved(bytes, declared)) return declared
  const utf8 = decode(bytes, "utf8")
  return isIntact(utf8) ? "utf8" : guess(bytes)
}

/** Decodes a text of any encoding: the given one, or else the detected one. Newlines become \n, NUL characters are dropped. */
export function decodeAny(bytes: Buffer, { markup = false, encoding = "" } = {}): string {
  const text = decode(bytes, encodingOf(encoding) ?? detectEncoding(bytes, markup))
  return text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replaceAll("\0", "")
}
