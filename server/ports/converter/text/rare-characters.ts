import sharp from "sharp"
import { escapeXml, twoDecimals } from "../svg"
import { characterWidth } from "./line-breaking"
import { lineSvg, SERIF_FAMILY } from "./line-drawing"
import { type LayoutLine, lineHeight } from "./page-flow"

/**
 * Characters that the fonts of many readers lack: extensions B to H, the last of the first plane, private use, and the signs that describe a
 * character by its parts.
 */
const RARE = /[\u2ff0-\u2fff\u31ef\u9fd6-\u9fff\ue000-\uf8ff\u{20000}-\u{3ffff}\u{f0000}-\u{10fffd}]/u
const RARE_PARTS = new RegExp(`(${RARE.source})`, "u")
/** Size of a drawn character in pixels, and its box and baseline as shares of it. */
const PIXELS = 96
const HEIGHT = 1.25
const BASELINE = 0.95
/** Pictures that are kept for further pages, and those of one page. */
const MAX_CACHED = 500
const MAX_ON_PAGE = 300

/** Checks whether a line has characters that are drawn as pictures. */
export const hasRareCharacters = (text: string): boolean => RARE.test(text)

const pictures = new Map<string, Promise<string>>()

/** Draws a character with the fonts of this machine. One that they lack becomes a box with its code, which is better than an empty box. */
async function drawCharacter(character: string, bold: boolean): Promise<string> {
  const weight = bold ? ' font-weight="700"' : ""
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PIXELS}" height="${PIXELS * HEIGHT}" font-family="${SERIF_FAMILY}"><text x="0" y="${PIXELS * BASELINE}" font-size="${PIXELS}"${weight}>${escapeXml(character)}</text></svg>`
  const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 16, compressionLevel: 9 }).toBuffer()
  return `data:image/png;base64,${png.toString("base64")}`
}

function pictureOf(character: string, bold: boolean): Promise<string> {
  const key = `${character}${bold ? "b" : ""}`
  const picture = pictures.get(key) ?? drawCharacter(character, bold).catch(() => "")
  pictures.delete(key)
  pictures.set(key, picture)
  const [oldest] = pictures.keys()
  if (pictures.size > MAX_CACHED && oldest !== undefined) pictures.delete(oldest)
  return picture
}

/** Draws the lines of one page that have rare characters. */
export class RareCharacters {
  private count = 0

  /** Renders the line as SVG elements: its usual text by the reader's fonts, the others as pictures. */
  async lineSvg(piece: LayoutLine): Promise<string> {
    const { line, style, y } = piece
    const mono = style.mono ?? false
    const top = y + lineHeight(style.size) * 0.72 - style.size * BASELINE
    let { x } = piece
    let svg = ""
    for (const part of line.split(RARE_PARTS)) {
      if (part === "") continue
      let ems = 0
      for (const character of part) ems += characterWidth(character.codePointAt(0) ?? 0, mono)
      const width = ems * style.size
      const picture = RARE.test(part) && this.count < MAX_ON_PAGE ? await pictureOf(part, style.bold ?? false) : ""
      if (picture === "") svg += lineSvg({ ...piece, line: part, x, width })
      else {
        this.count += 1
        const size = `width="${twoDecimals(style.size)}" height="${twoDecimals(style.size * HEIGHT)}"`
        svg += `<image x="${twoDecimals(x)}" y="${twoDecimals(top)}" ${size} href="${picture}"/>`
      }
      x += width
    }
    return svg
  }
}
