import { applyMatrix, type Matrix, multiply, scaleOf } from "../pdf/matrix"
import { escapeXml, threeDecimals, twoDecimals } from "../svg"
import { runStyles } from "../text-runs"
import type { EmbeddedFont, FontGlyph } from "./embedded-font"
import { familiesOf, isBold } from "./font-families"
import { boundsOf, clipped, matrixText } from "./ofd-canvas"
import type { ObjectWriter, Scope } from "./drawing-scope"
import { type Paint, paintOf } from "./paint"
import type { FontResource } from "./resources"
import { deltasOf, flagOf, numberOf, numbersOf } from "./values"
import { children, type XmlNode } from "./xml-tree"

/** One character of a text object in the object's space: its origin, its glyphs and its advance, in the size of the letters. */
type Letter = { text: string; x: number; y: number; glyphs: FontGlyph[]; advance: number }
type Style = { size: number; across: number; turn: number; reading: number }
/** The glyphs that represent characters from a position on. */
type Substitution = { codes: number; glyphs: number[] }

const wide = /[\u1100-\u11ff\u2e80-\uffef]|[\ud800-\udbff]/
/** In em, around the baseline. */
const ABOVE_BASELINE = 0.9
const BELOW_BASELINE = 0.25
const LEVEL = 0.02

function substitutionsOf(node: XmlNode): Map<number, Substitution> {
  const result = new Map<number, Substitution>()
  for (const transform of children(node, "CGTransform")) {
    const glyphs = numbersOf(children(transform, "Glyphs")[0]?.text)
    const codes = Math.max(1, Math.round(numberOf(transform, "CodeCount", 1)))
    result.set(Math.round(numberOf(transform, "CodePosition", 0)), { codes, glyphs })
  }
  return result
}

/** Returns the glyphs of each character: those that a CGTransform names, else the font's own. */
function glyphsOf(characters: readonly string[], node: XmlNode, font: EmbeddedFont | null): FontGlyph[][] {
  const result: FontGlyph[][] = characters.map(() => [])
  if (!font) return result
  const substitutions = substitutionsOf(node)
  for (let index = 0; index < characters.length;) {
    const substitution = substitutions.get(index)
    if (!substitution) {
      const glyphIndex = font.indexOf(characters[index]!.codePointAt(0)!)
      const glyph = glyphIndex === 0 ? null : font.glyph(glyphIndex)
      if (glyph) result[index]!.push(glyph)
      index += 1
      continue
    }
    const { codes, glyphs } = substitution
    for (const [position, glyphIndex] of glyphs.entries()) {
      const glyph = font.glyph(glyphIndex)
      // glyphs beyond the last character belong to it
      const holder = result[index + Math.min(position, codes - 1)]
      if (glyph && holder) holder.push(glyph)
    }
    index += codes
  }
  return result
}

/** Lays out all TextCodes. Where no steps are given, characters follow each other by their own widths. */
function lettersOf(node: XmlNode, font: EmbeddedFont | null, style: Style): Letter[] {
  const codes = children(node, "TextCode")
  const texts = codes.map(({ text }) => Array.from(text.replace(/[\r\n\t]+/g, "")))
  const glyphs = glyphsOf(texts.flat(), node, font)
  const letters: Letter[] = []
  let [x, y] = [0, 0]
  for (const [line, code] of codes.entries()) {
    const [stepsX, stepsY] = [deltasOf(code.attributes["DeltaX"]), deltasOf(code.attributes["DeltaY"])]
    x = numberOf(code, "X", x)
    y = numberOf(code, "Y", y)
    let [atX, atY] = [x, y]
    for (const [index, text] of texts[line]!.entries()) {
      const outlines = glyphs[letters.length] ?? []
      const natural = outlines.reduce((sum, { advance }) => sum + advance, 0) / 1000 || (wide.test(text) ? 1 : 0.5)
      const advance = natural * style.size * style.across
      letters.push({ text, x: atX, y: atY, glyphs: outlines, advance })
      if (!stepsX && !stepsY) {
        const [towards, length] = [(style.reading * Math.PI) / 180, advance]
        atX += Math.cos(towards) * length
        atY += Math.sin(towards) * length
      }
      // with fewer steps than characters the last one repeats
      if (stepsX) atX += stepsX[Math.min(index, stepsX.length - 1)] ?? 0
      if (stepsY) atY += stepsY[Math.min(index, stepsY.length - 1)] ?? 0
    }
  }
  return letters
}

/** Returns the matrix from the letter's own space, in ems with y pointing down, to the object's space. */
function letterMatrix({ x, y }: Letter, { size, across, turn }: Style): Matrix {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  return [size * across * cos, size * across * sin, -size * sin, size * cos, x, y]
}

function addToLines(writer: ObjectWriter, letters: readonly Letter[], scope: Scope, style: Style, look: number): void {
  const [left, top, right, bottom] = scope.clip.bounds
  for (const letter of letters) {
    const matrix = multiply(letterMatrix(letter, style), scope.matrix)
    const width = letter.advance / (style.size * style.across || 1)
    const level = matrix[0] > 0 && Math.abs(matrix[1]) <= LEVEL * matrix[0]
    const box = boundsOf(matrix, 0, -ABOVE_BASELINE, width, BELOW_BASELINE)
    const [x, y] = applyMatrix(matrix, width / 2, -0.3)
    // clipped text must not be searchable
    if (x < left || x > right || y < top || y > bottom) continue
    const size = Math.hypot(matrix[2], matrix[3])
    writer.target.lines.add({ text: letter.text, left: box[0], top: box[1], right: box[2], bottom: box[3], style: look, size, level })
  }
}

/** Returns the fill and stroke attributes of letters; null if they are invisible. `unit`: length of a millimetre in the letters' space. */
async function lookOf(
  writer: ObjectWriter,
  node: XmlNode,
  scope: Scope,
  unit: number,
): Promise<{ look: string; alpha: number; plain: boolean } | null> {
  const black: Paint = { value: "#000", alpha: 1, plain: true }
  const colour = async (name: string): Promise<Paint | null> => {
    const element = writer.inherited(node, scope, name)
    return element ? paintOf(writer, element, scope, scope.matrix) : black
  }
  const fill = flagOf(node, "Fill", true) ? await colour("FillColor") : null
  const stroke = flagOf(node, "Stroke", false) ? await colour("StrokeColor") : null
  if ((!fill && !stroke) || scope.alpha === 0 || Math.max(fill?.alpha ?? 0, stroke?.alpha ?? 0) === 0) return null
  let look = fill ? (fill.value === "#000" ? "" : ` fill="${fill.value}"`) : ' fill="none"'
  if (stroke) {
    const width = numberOf(writer.holder(node, scope, "LineWidth"), "LineWidth", 0.353)
    look += ` stroke="${stroke.value}" stroke-width="${twoDecimals(width * unit)}"`
  }
  return { look, alpha: (fill ?? stroke)!.alpha * scope.alpha, plain: (fill?.plain ?? true) && (stroke?.plain ?? true) }
}

/** Writes letters in fonts of the reader's computer. */
function viewerText(letters: readonly Letter[], font: FontResource | undefined, style: Style, node: XmlNode): string {
  const bold = isBold(font, numberOf(node, "Weight", 400)) ? ' font-weight="700"' : ""
  const italic = flagOf(node, "Italic", font?.italic ?? false) ? ' font-style="italic"' : ""
  let tags = ""
  for (const letter of letters) {
    const position =
      style.across === 1 && style.turn === 0
        ? ` x="${threeDecimals(letter.x)}" y="${threeDecimals(letter.y)}"`
        : ` transform="${matrixText(multiply([1 / style.size, 0, 0, 1 / style.size, 0, 0], letterMatrix(letter, style)))}"`
    tags += `<text${position}>${escapeXml(letter.text)}</text>`
  }
  return `<g font-family="${familiesOf(font)}" font-size="${threeDecimals(style.size)}"${bold}${italic}>${tags}</g>`
}

/** Returns one path of all glyphs in the object's space, for gradients and patterns, which the space of each glyph would distort. */
function joinedOutlines(letters: readonly Letter[], style: Style): string {
  const parts = letters.flatMap((letter) =>
    letter.glyphs.map(
      ({ outline }) =>
        `<path transform="${matrixText(multiply([0.001, 0, 0, -0.001, 0, 0], letterMatrix(letter, style)))}" d="${outline}"/>`,
    ),
  )
  return parts.join("")
}

/** Draws a text object and adds its characters to the page's text, unless the scope is muted. */
export async function writeText(writer: ObjectWriter, node: XmlNode, scope: Scope): Promise<void> {
  const { canvas, target } = writer
  const font = scope.resources.font(node.attributes["Font"] ?? "")
  const opened = font ? await target.openFont(font, scope.resources) : null
  if (opened === "damaged") writer.note("font")
  const embedded = opened === "damaged" ? null : opened
  const size = numberOf(node, "Size", 0)
  const across = Math.max(0.01, numberOf(node, "HScale", 1))
  const style: Style = { size, across, turn: numberOf(node, "CharDirection", 0), reading: numberOf(node, "ReadDirection", 0) }
  if (!(size > 0)) return
  const letters = lettersOf(node, embedded, style)
  canvas.count(letters.length, 0)
  const bold = isBold(font, numberOf(node, "Weight", 400)) ? runStyles.bold : 0
  if (!scope.muted) addToLines(writer, letters, scope, style, bold | (font?.mono ? runStyles.mono : 0))
  const drawn = letters.filter(({ text, glyphs }) => glyphs.length > 0 || text.trim() !== "")
  const outlined = drawn.filter(({ glyphs }) => glyphs.length > 0)
  const look = await lookOf(writer, node, scope, 1000 / size)
  if (look && outlined.length > 0) await writeOutlines(writer, outlined, scope, style, look)
  // a character that an embedded font lacks is drawn in the reader's fonts
  const others = drawn.filter(({ glyphs }) => glyphs.length === 0)
  if (!look || others.length === 0) return
  const viewerLook = (await lookOf(writer, node, scope, 1)) ?? look
  const opacity = look.alpha < 1 ? ` opacity="${threeDecimals(look.alpha)}"` : ""
  canvas.put(
    clipped(
      `<g transform="${matrixText(scope.matrix)}"${viewerLook.look}${opacity}>${viewerText(others, font, style, node)}</g>`,
      scope.clip,
    ),
  )
}

async function writeOutlines(
  { canvas }: ObjectWriter,
  letters: readonly Letter[],
  scope: Scope,
  style: Style,
  { look, alpha, plain }: { look: string; alpha: number; plain: boolean },
): Promise<void> {
  const opacity = alpha < 1 ? ` opacity="${threeDecimals(alpha)}"` : ""
  canvas.count(
    0,
    letters.reduce((sum, { glyphs }) => sum + glyphs.reduce((most, { segments }) => most + segments, 0), 0),
  )
  if (!plain) {
    // one clip of all letters over a filled box keeps the paint in the object's space
    const paint = / fill="(url[^"]+)"/.exec(look)?.[1]
    const id = canvas.newId("c")
    canvas.define(`<clipPath id="${id}">${joinedOutlines(letters, style)}</clipPath>`)
    const [xs, ys] = [letters.map(({ x }) => x), letters.map(({ y }) => y)]
    const reach = 2 * style.size * Math.max(1, style.across)
    const [left, top] = [Math.min(...xs) - reach, Math.min(...ys) - reach]
    const [right, bottom] = [Math.max(...xs) + reach, Math.max(...ys) + reach]
    const box = `M${threeDecimals(left)} ${threeDecimals(top)}H${threeDecimals(right)}V${threeDecimals(bottom)}H${threeDecimals(left)}Z`
    const painted = `<path transform="${matrixText(scope.matrix)}" clip-path="url(#${id})" d="${box}"${paint ? ` fill="${paint}"` : look}${opacity}/>`
    canvas.put(clipped(painted, scope.clip))
    return
  }
  const clip = scope.clip.id ? ` clip-path="url(#${scope.clip.id})"` : ""
  const positioned = letters.flatMap((letter) => {
    let offset = 0
    return letter.glyphs.flatMap((glyph) => {
      const matrix = multiply(multiply([0.001, 0, 0, -0.001, offset, 0], letterMatrix(letter, style)), scope.matrix)
      offset += glyph.advance / 1000
      return glyph.outline === "" || scaleOf(matrix) === 0 ? [] : [{ id: glyph.id, outline: glyph.outline, matrix }]
    })
  })
  canvas.putGlyphs(look, `${opacity}${clip}`, positioned)
}
