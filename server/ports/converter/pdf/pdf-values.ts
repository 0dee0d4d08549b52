/** A value of a PDF object. Numbers, strings and keywords are of no interest here and become null. */
export type PdfValue = PdfReference | PdfName | PdfValue[] | PdfDictionary | null
export type PdfReference = { reference: number }
export type PdfName = { name: string }
export type PdfDictionary = { dictionary: ReadonlyMap<string, PdfValue> }

const MAX_DEPTH = 64
const token =
  /<<|>>|[[\]]|\/[^\s/<>[\](){}%]*|\d+ \d+ R(?![A-Za-z])|\((?:\\[\s\S]|[^\\()])*\)?|<[0-9A-Fa-f\s]*>|%[^\r\n]*|[^\s/<>[\](){}%]+|[(){}<>]/g

/** Reads the tokens of a text one by one. */
class ValueReader {
  private readonly tokens: string[]
  private position = 0

  constructor(text: string) {
    this.tokens = (text.match(token) ?? []).filter((part) => !part.startsWith("%"))
  }

  private next(): string | undefined {
    const part = this.tokens[this.position]
    this.position += 1
    return part
  }

  private isAt(end: string): boolean {
    const part = this.tokens[this.position]
    if (part !== undefined && part !== end) return false
    this.position += 1
    return true
  }

  value(depth = 0): PdfValue {
    const part = this.next()
    if (part === undefined || depth > MAX_DEPTH) return null
    if (part === "<<") return this.dictionary(depth)
    if (part === "[") {
      const items: PdfValue[] = []
      while (!this.isAt("]")) items.push(this.value(depth + 1))
      return items
    }
    if (part.startsWith("/")) return { name: plainName(part) }
    return part.endsWith(" R") ? { reference: Number.parseInt(part, 10) } : null
  }

  private dictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>()
    while (!this.isAt(">>")) {
      const key = this.next()
      if (key?.startsWith("/")) entries.set(plainName(key), this.value(depth + 1))
    }
    return { dictionary: entries }
  }
}

/** Returns a name without its slash and with its escaped characters decoded. */
function plainName(part: string): string {
  return part.slice(1).replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Returns the value that a text begins with. */
export function readPdfValue(text: string): PdfValue {
  return new ValueReader(text).value()
}

export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  typeof value === "object" && value !== null && "reference" in value

/** Returns the entries of a dictionary; none for another value. */
export const entriesOf = (value: PdfValue | undefined): ReadonlyMap<string, PdfValue> =>
  typeof value === "object" && value !== null && "dictionary" in value ? value.dictionary : new Map()

/** Returns the characters of a name; empty for another value. */
export const nameOf = (value: PdfValue | undefined): string =>
  typeof value === "object" && value !== null && "name" in value ? value.name : ""

/** Returns the items of a list; a single value counts as a list of it. */
export const itemsOf = (value: PdfValue | undefined): readonly PdfValue[] => {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}
