import { createRequire } from "node:module"

/** The part of opentype.js that we use; the package ships no types. */
type Command = { type: "M" | "L" | "Q" | "C" | "Z"; x: number; y: number; x1: number; y1: number; x2: number; y2: number }
export type OutlineGlyph = { advanceWidth?: number; getPath(x: number, y: number, size: number): { commands: Command[] } }
export type Font = {
  unitsPerEm: number
  numGlyphs: number
  glyphs: { get(index: number): OutlineGlyph }
  tables: { cmap?: { glyphIndexMap: Readonly<Record<number, number>> } }
}
type Opentype = { parse(buffer: ArrayBuffer, options?: { lowMemory?: boolean }): Font }

/** Node resolves the package to CommonJS, whose names an import does not see. */
const { parse } = createRequire(import.meta.url)("opentype.js") as Opentype

/** Opens a font without reading its glyphs. Throws if it cannot be read. */
export function parseFont(bytes: ArrayBuffer): Font {
  return parse(bytes, { lowMemory: true })
}
