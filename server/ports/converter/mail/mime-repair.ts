import { decode, encode } from "iconv-lite"
import { decodeAny, detectEncoding, encodingOf } from "../text/text-encoding"

/** Parts of a mail whose headers are repaired. */
const MAX_PARTS = 2_000
/** Characters of a boundary (RFC 2046 allows 70) and of headers whose encoded words are joined. */
const MAX_BOUNDARY = 200
const MAX_HEADERS = 200_000
const BEYOND_ASCII = /[\u0080-\u00ff]/
/** Two encoded words in a row with the same character set: `=?gb2312?B?…?= =?gb2312?B?…?=`. */
const WORD_PAIR = /=\?([\w-]+)\?([bq])\?([^?\s]*)\?=\s+=\?\1\?([bq])\?([^?\s]*)\?=/i
/** Character sets that programs declare for text in any other. */
const UNTRUE = /^(us-ascii|ascii|iso-8859-1|windows-1252|default|unknown(-8bit)?|x-unknown|8bit)$/i

const bytesOf = (word: string, encoding: string): Buffer =>
  encoding.toLowerCase() === "b"
    ? Buffer.from(word, "base64")
    : Buffer.from(
        word.replaceAll("_", " ").replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
        "latin1",
      )

/** Joins encoded words that were cut in the middle of a character. */
function joinWords(headers: string): string {
  if (headers.length > MAX_HEADERS) return headers
  let joined = headers
  for (let rest = MAX_PARTS; rest > 0; rest -= 1) {
    const pair = WORD_PAIR.exec(joined)
    if (!pair) break
    const [whole, charset = "", encoding = "", first = "", encoding2 = "", second = ""] = pair
    const word = Buffer.concat([bytesOf(first, encoding), bytesOf(second, encoding2)]).toString("base64")
    joined = `${joined.slice(0, pair.index)}=?${charset}?B?${word}?=${joined.slice(pair.index + whole.length)}`
  }
  return joined
}

/** Turns unencoded characters in a header, of any encoding, into UTF-8. All text is bytes here, one a character. */
const plainHeaders = (headers: string): string =>
  BEYOND_ASCII.test(headers) ? Buffer.from(decodeAny(Buffer.from(headers, "latin1")), "utf8").toString("latin1") : headers

/** Returns the start of a part's text as bytes, its transfer encoding undone. */
function sampleOf(body: string, transfer: string): Buffer {
  const start = body.slice(0, 40_000)
  if (/base64/i.test(transfer)) return Buffer.from(start, "base64")
  return /quoted-printable/i.test(transfer)
    ? bytesOf(start.replaceAll("_", "=5F").replace(/=\r?\n/g, ""), "q")
    : Buffer.from(start, "latin1")
}

/** Declares the character set of a text part that declares none, or one that its bytes belie. */
function declareCharset(headers: string, body: string): string {
  const [, type = "text/plain", rest = ""] = /^content-type:\s*([\w.+-]+\/[\w.+-]+)((?:[^\r\n]|\r?\n[ \t])*)/im.exec(headers) ?? []
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(rest)?.[1] ?? ""
  if (!/^text\//i.test(type) || (charset !== "" && !UNTRUE.test(charset) && encodingOf(charset) !== null)) return headers
  const sample = sampleOf(body, /^content-transfer-encoding:\s*(\S+)/im.exec(headers)?.[1] ?? "")
  if (!sample.some((byte) => byte >= 0x80)) return headers
  const detected = detectEncoding(sample, false)
  const named = { cp949: "euc-kr", big5hkscs: "big5", shiftjis: "shift_jis", eucjp: "euc-jp", utf8: "utf-8" }[detected] ?? detected
  const others = headers.replace(/^content-type:(?:[^\r\n]|\r?\n[ \t])*\r?\n/im, "")
  const parameters = rest.replace(/;\s*charset\s*=\s*("[^"]*"|[^\s;]*)/i, "")
  return `${others}Content-Type: ${type}${parameters}; charset=${named}\r\n`
}

/**
 * Returns a mail in which headers are ASCII or UTF-8 and texts declare their character set, for a parser that keeps to the standards: mail
 * programs of China write GBK into headers as it is, cut encoded words within characters and declare nothing.
 */
export function repairMail(bytes: Buffer): Buffer {
  const mail = bytes.toString("latin1").replace(/^(?:\u00ef\u00bb\u00bf)?(?:From [^\n]*\n|\s)*/, "")
  const names = new Set(
    Array.from(mail.matchAll(/\bboundary\s*=\s*(?:"([^"\r\n]+)"|([^\s;"]+))/gi), ([, quoted, bare]) => quoted ?? bare ?? ""),
  )
  const parts: string[] = []
  let from = 0
  for (const { index, 0: line, 1: name = "" } of mail.matchAll(/^--([^\r\n]+)\r?\n?/gm)) {
    const boundary = name.slice(0, MAX_BOUNDARY).trimEnd()
    if (!names.has(boundary.replace(/--$/, "")) && !names.has(boundary)) continue
    parts.push(mail.slice(from, index), line)
    from = index + line.length
    if (parts.length > MAX_PARTS * 2) break
  }
  parts.push(mail.slice(from))
  return encode(parts.map((part, index) => (index % 2 === 1 ? part : repairPart(part))).join(""), "latin1")
}

function repairPart(part: string): string {
  const end = /\r?\n\r?\n/.exec(part)
  if (!end) return part
  const headers = plainHeaders(joinWords(`${part.slice(0, end.index)}\r\n`))
  const body = part.slice(end.index + end[0].length)
  return `${declareCharset(headers, body)}\r\n${body}`
}

/** Decodes what a mail stores as bytes without a character set. */
export const decodeLoose = (bytes: Buffer, codepage: number | undefined): string => {
  const encoding = codepage === undefined ? null : encodingOf(codepage === 65001 ? "utf8" : `cp${codepage}`)
  return encoding ? decode(bytes, encoding) : decodeAny(bytes, { markup: true })
}
