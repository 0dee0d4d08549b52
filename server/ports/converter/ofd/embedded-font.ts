import { repackFont } from "./font-repacking"
import { type Font, type OutlineGlyph, parseFont } from "./opentype"

/** A glyph in thousandths of the em, y pointing up. `advance` is 0 if the font does not know it. */
export type FontGlyph = { id: string; outline: string; advance: number; segments: number }

const EM = 1000
/** An outline with more commands is not a letter. */
const MAX_COMMANDS = 20_000

/** One embedded font: outlines by glyph number, and glyph numbers by character. */
export class EmbeddedFont {
  private readonly glyphs = new Map<number, FontGlyph | null>()

  private constructor(
    private readonly font: Font,
    private readonly number: number,
  ) {}

  /** Opens a TrueType, OpenType or bare CFF font. Throws if it cannot be read. `number` makes the ids of its glyphs unique. */
  static open(bytes: Buffer, number: number): EmbeddedFont {
    const font = parseFont(repackFont(bytes))
    if (!(font.unitsPerEm > 0) || !(font.numGlyphs > 0)) throw new Error("the font has no glyphs")
    return new EmbeddedFont(font, number)
  }

  /** Returns the glyph number of a character; 0 if the font has none. */
  indexOf(codePoint: number): number {
    const map = this.font.tables.cmap?.glyphIndexMap
    // symbol fonts keep their characters in the private area
    return map?.[codePoint] ?? (codePoint < 256 ? map?.[0xf000 + codePoint] : undefined) ?? 0
  }

  /** Returns a glyph; null if the font has none of this number or it is damaged. An empty outline draws nothing. */
  glyph(index: number): FontGlyph | null {
    let glyph = this.glyphs.get(index)
    if (glyph === undefined) {
      glyph = this.read(index)
      this.glyphs.set(index, glyph)
    }
    return glyph
  }

  private read(index: number): FontGlyph | null {
    if (!Number.isInteger(index) || index < 0 || index >= this.font.numGlyphs) return null
    try {
      const source = this.font.glyphs.get(index)
      // size 1000 gives thousandths of the em; the library's y axis points down
      const { commands } = source.getPath(0, 0, EM)
      if (commands.length > MAX_COMMANDS) return null
      const advance = ((source.advanceWidth ?? 0) / this.font.unitsPerEm) * EM
      return { id: `f${this.number.toString(36)}-${index.toString(36)}`, outline: outlineOf(commands), advance, segments: commands.length }
    } catch {
      // damaged glyphs, and composite glyphs that contain themselves
      return null
    }
  }
}

function outlineOf(commands: ReturnType<OutlineGlyph["getPath"]>["commands"]): string {
  let data = ""
  const point = (x: number, y: number): string => `${Math.round(x)} ${Math.round(-y)}`
  for (const { type, x, y, x1, y1, x2, y2 } of commands) {
    if (type === "Z") data += "Z"
    else if (type === "Q") data += `Q${point(x1, y1)} ${point(x, y)}`
    else if (type === "C") data += `C${point(x1, y1)} ${point(x2, y2)} ${point(x, y)}`
    else data += `${type}${point(x, y)}`
  }
  return data
}
