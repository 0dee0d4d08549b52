import { type ByteEncoding, byteEncodingOf, styleNameOf } from "./byte-font-names"
import { MAX_DICTIONARY, valueOf, withObjects } from "./plain-copy"

const MAX_FONTS = 200
const FIRST_LETTER = 32
const LETTERS = 95
const LATIN_WIDTH = 500

/** Returns the bounds of the dictionary around a position of an object's text, or null. */
function dictionaryAround(text: string, position: number): [start: number, end: number] | null {
  const edges = [...text.matchAll(/<<|>>/g)]
  const open: number[] = []
  for (const { 0: edge, index } of edges) {
    if (edge === "<<") open.push(index)
    else {
      const start = open.pop()
      if (start !== undefined && start < position && index > position) return [start, index + 2]
    }
  }
  return null
}

function nameBytes(name: string): Buffer {
  const plain = name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, "latin1")
}

/** Returns the widths of the codes 0 to 255; undefined where the font gives none. */
function widthsOf(file: Buffer, font: string): (number | undefined)[] {
  const first = Number(/\/FirstChar (\d+)/.exec(font)?.[1] ?? 0)
  const widths =
    /^\s*\[([^\]]*)\]/
      .exec(valueOf(file, font, "Widths"))?.[1]
      ?.trim()
      .split(/\s+/)
      .map(Number) ?? []
  return Array.from({ length: 256 }, (_, code) => {
    const width = widths[code - first]
    return width !== undefined && width > 0 ? width : undefined
  })
}

function compositeFont(file: Buffer, font: string, name: Buffer, encoding: ByteEncoding): string {
  const widths = widthsOf(file, font)
  const latin = Array.from({ length: LETTERS }, (_, index) => widths[FIRST_LETTER + index] ?? LATIN_WIDTH)
  const wide = 2 * (widths[0xb0] ?? widths[0xa1] ?? LATIN_WIDTH)
  const style = styleNameOf(name)
  const info = `/CIDSystemInfo<</Registry(Adobe)/Ordering(${encoding.ordering})/Supplement ${encoding.supplement}>>`
  const box = "/FontBBox[0 -141 1000 859]/ItalicAngle 0/Ascent 859/Descent -141/CapHeight 683/StemV 80"
  const descriptor = `<</Type/FontDescriptor/FontName/${style.name}/Flags ${style.serif ? 6 : 4}${box}>>`
  const descendant = `<</Type/Font/Subtype/CIDFontType2/BaseFont/${style.name}${info}/FontDescriptor ${descriptor}/DW ${wide}/W[${encoding.space}[${latin.join(" ")}]]>>`
  return `<</Type/Font/Subtype/Type0/BaseFont/${style.name}/Encoding/${encoding.cmap}/DescendantFonts[${descendant}]>>`
}

/** Returns the composite font that reads the strings of a Chinese font byte by byte; null if the font needs none. */
function replacementOf(file: Buffer, font: string): string | null {
  const name = nameBytes(/\/BaseFont\/([^\s/<>[\]()]+)/.exec(font)?.[1] ?? "")
  const encoding = byteEncodingOf(name)
  if (encoding === null || !/\/Subtype\/(TrueType|Type1)\b/.test(font) || /\/ToUnicode\b/.test(font)) return null
  if (valueOf(file, font, "FontDescriptor").includes("/FontFile") || valueOf(file, font, "Encoding").includes("/Differences")) return null
  return compositeFont(file, font, name, encoding)
}

type FontObject = { number: number; text: string }

/** Rewrites the fonts within the object that contains a position. */
function rewrittenObject(file: Buffer, position: number): FontObject | null {
  const header = file.lastIndexOf(" 0 obj", position)
  const end = file.indexOf("endobj", position)
  if (header < 0 || end < 0 || end - header > MAX_DICTIONARY * 5) return null
  const number = /(\d+)$/.exec(file.toString("latin1", Math.max(0, header - 12), header))?.[1]
  if (number === undefined) return null
  let text = file.toString("latin1", header + 6, end)
  let changed = false
  for (let at = text.indexOf("/BaseFont/"); at >= 0; at = text.indexOf("/BaseFont/", at + 1)) {
    const bounds = dictionaryAround(text, at)
    const replacement = bounds && replacementOf(file, text.slice(...bounds))
    if (!bounds || !replacement) continue
    text = text.slice(0, bounds[0]) + replacement + text.slice(bounds[1])
    at = bounds[0] + replacement.length
    changed = true
  }
  return changed ? { number: Number(number), text } : null
}

/**
 * Returns the file with its Chinese byte fonts replaced: PDFium reads only five of their names, and only in TrueType fonts. Null if there
 * is nothing to replace. `file` comes from `normalizedCopy`.
 */
export function withCompositeFonts(file: Buffer): Buffer | null {
  const objects = new Map<number, string>()
  for (let at = file.indexOf("/BaseFont/"); at >= 0 && objects.size < MAX_FONTS; at = file.indexOf("/BaseFont/", at + 1)) {
    const object = rewrittenObject(file, at)
    if (object) objects.set(object.number, object.text)
  }
  return objects.size === 0 ? null : withObjects(file, objects)
}
