/** One piece of an XML part: an opening or closing tag with its local name, or anything else (text, comments, declarations). */
export type XmlToken =
  | { kind: "open"; source: string; prefix: string; name: string; empty: boolean }
  | { kind: "close"; source: string; name: string }
  | { kind: "other"; source: string }

const TAG = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)(?:([\w.-]+):)?([\w.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g

/** Splits XML into tokens that joined give the source again. Never throws, so a damaged part is handled up to its end. */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  let at = 0
  for (const match of xml.matchAll(TAG)) {
    if (match.index > at) yield { kind: "other", source: xml.slice(at, match.index) }
    at = match.index + match[0].length
    const [source, closing, prefix = "", name, rest = ""] = match
    if (name === undefined) yield { kind: "other", source }
    else if (closing) yield { kind: "close", source, name }
    else yield { kind: "open", source, prefix, name, empty: rest.endsWith("/") }
  }
  if (at < xml.length) yield { kind: "other", source: xml.slice(at) }
}

const DECLARED = /^(<\?xml[^>]*?)\s+encoding=(?:"([\w.-]+)"|'([\w.-]+)')/

function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le"
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be"
  const [, , double, single] = DECLARED.exec(bytes.toString("latin1", 0, 200).replace(/^\xef\xbb\xbf/, "")) ?? []
  return double ?? single ?? "utf-8"
}

/** Decodes an XML part in its declared encoding. The result declares none, so it can be stored as UTF-8. */
export function decodeXml(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  if (/^(utf-8|us-ascii)$/i.test(encoding)) return bytes.toString("utf8").replace(/^\ufeff/, "")
  let decoder = new TextDecoder()
  try {
    decoder = new TextDecoder(encoding)
  } catch {
    // an unknown encoding: ASCII tags are still readable
  }
  return decoder.decode(bytes).replace(DECLARED, "$1")
}

/** Returns the XML without the elements that `isDropped` names, content included. */
export function withoutElements(xml: string, isDropped: (prefix: string, name: string, source: string) => boolean): string {
  const output: string[] = []
  let depth = 0
  for (const token of xmlTokens(xml)) {
    if (depth > 0) {
      if (token.kind === "open" && !token.empty) depth += 1
      else if (token.kind === "close") depth -= 1
    } else if (token.kind !== "open" || !isDropped(token.prefix, token.name, token.source)) output.push(token.source)
    else if (!token.empty) depth = 1
  }
  return output.join("")
}
