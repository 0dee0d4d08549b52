import { decodeText } from "../../../../lib/rules/text-decoding"

/** Limits of a web archive: parts, and the depth of parts within parts. */
const MAX_PARTS = 1_000
const MAX_DEPTH = 5

type Part = { type: string; charset: string; location: string; id: string; content: Buffer }

/** A web page with its pictures, as browsers and office programs save it in one file (MHTML, RFC 2557). */
export type WebArchive = {
  /** The pages: one, or one for each sheet of a workbook. */
  pages: string[]
  /** Returns the picture that a page refers to; null if it is not in the archive. */
  resource(reference: string): Buffer | null
}

function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":")
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return headers
}

const parameter = (value: string, name: string): string => {
  const [, quoted, plain = ""] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]*))`, "i").exec(value) ?? []
  return quoted ?? plain
}

/** Decodes quoted-printable: `=` and two hexadecimal digits, or `=` at the end of a line that continues. */
const quotedPrintable = (body: string): Buffer =>
  Buffer.from(
    body.replace(/[ \t]*=[ \t]*\r?\n/g, "").replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  )

function contentOf(body: string, encoding: string): Buffer {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, "base64")
  return /^quoted-printable$/i.test(encoding) ? quotedPrintable(body) : Buffer.from(body, "latin1")
}

function collect(source: string, parts: Part[], depth: number): void {
  const end = /\r?\n\r?\n/.exec(source)
  if (!end || depth > MAX_DEPTH) return
  const headers = headersOf(source.slice(0, end.index))
  const body = source.slice(end.index + end[0].length)
  const type = headers.get("content-type") ?? "text/html"
  const boundary = parameter(type, "boundary")
  if (/^multipart\//i.test(type) && boundary !== "") {
    for (const part of body.split(`--${boundary}`).slice(1)) {
      if (part.startsWith("--") || parts.length >= MAX_PARTS) break
      collect(part.replace(/^[ \t]*\r?\n/, ""), parts, depth + 1)
    }
    return
  }
  parts.push({
    type: type.split(";")[0]?.trim().toLowerCase() ?? "",
    charset: parameter(type, "charset"),
    location: headers.get("content-location") ?? "",
    id: (headers.get("content-id") ?? "").replace(/^<|>$/g, ""),
    content: contentOf(body, headers.get("content-transfer-encoding") ?? ""),
  })
}

function textOf({ content, charset }: Part): string {
  try {
    return charset === "" ? decodeText(content) : new TextDecoder(charset).decode(content)
  } catch {
    return decodeText(content)
  }
}

/** Reads a web archive. The main page of a workbook has only frames, so its sheets are the pages then. */
export function readWebArchive(bytes: Buffer): WebArchive {
  const parts: Part[] = []
  collect(bytes.toString("latin1"), parts, 0)
  const html = parts.filter(({ type }) => type === "text/html" || type === "application/xhtml+xml")
  const [main, ...others] = html.map(textOf)
  const framed = main !== undefined && others.length > 0 && /<frameset\b/i.test(main)
  const withoutTabs = others.filter(
    (page) => /<(table|p|div|img)\b/i.test(page) && !/<frameset\b/i.test(page) && !/id=["']?tabstrip/i.test(page),
  )
  const resource = (reference: string): Buffer | null => {
    const name = reference.replace(/^.*[\\/]/, "")
    const match = parts.find(({ id, location }) => (id !== "" && reference === `cid:${id}`) || location === reference)
    const part = match ?? parts.find(({ location }) => name !== "" && location.replace(/^.*[\\/]/, "") === name)
    return part?.content ?? null
  }
  return { pages: framed ? withoutTabs : main === undefined ? [] : [main], resource }
}
