import { type GlyphShape, shapeOf } from "./glyph-shape"

/** The reader asks for a page with this fragment on screens of low density; everywhere else a page is drawn as it is. */
const inkFragment = "ink"

/**
 * Browsers fill outlines exactly, so a stroke of a fifth of a pixel is grey. These outlines, in thousandths of the em, thicken it
 * (docs/decisions/230), up to a size of the letters in pixels.
 */
const steps = [
  { letters: 24, chinese: 9, latin: 11, bold: 5 },
  { letters: 10, chinese: 18, latin: 15, bold: 9 },
] as const
/** Letters this many times as large as most letters of the page have strokes that no screen loses. */
const LARGE = 1.7

const groupTag = /<g\b[^>]*>|<\/g>/g
const glyphGroup = /^<g transform="matrix\((\S+) (\S+) (\S+) (\S+) 0 0\)">$/
const element =
  /<path transform="translate\([^)]*\)" d="([^"]*)"\/>|<use href="#([\w-]+)" x=|<path fill="none"(?: stroke="none")? style="marker:url\(#([\w-]+)\)" d="([^"]*)"\/>/g

/** Glyphs of one matrix: where its group is in the page, and their size in points. */
type Group = { start: number; open: number; end: number; size: number; stroked: boolean }

/** Returns the groups of glyphs of a page. Letters that are stroked already are marked. */
function groupsOf(svg: string): Group[] {
  const groups: Group[] = []
  const open: { start: number; end: number; tag: string }[] = []
  for (const match of svg.matchAll(groupTag)) {
    if (match[0] !== "</g>") {
      if (!match[0].endsWith("/>")) open.push({ start: match.index, end: match.index + match[0].length, tag: match[0] })
      continue
    }
    const group = open.pop()
    const matrix = group && glyphGroup.exec(group.tag)
    if (!group || !matrix) continue
    const [a, b, c, d] = matrix.slice(1).map(Number) as [number, number, number, number]
    const size = Math.sqrt(Math.abs(a * d - b * c)) * 1000
    const stroked = open.some((outer) => outer.tag.includes(" stroke="))
    groups.push({ start: group.start, open: group.end, end: match.index, size, stroked })
  }
  return groups
}

/** Returns the size of most glyphs in points, and their number by shape. */
function bodyOf(svg: string, groups: readonly Group[], shapes: Shapes): { size: number; chinese: boolean } {
  const sizes = new Map<number, number>()
  let [chinese, latin] = [0, 0]
  for (const { open, end, size } of groups) {
    for (const match of svg.slice(open, end).matchAll(element)) {
      const count = match[4] === undefined ? 1 : 1 + (match[4].match(/[hl]/g)?.length ?? 0)
      const key = Math.round(size * 2) / 2
      sizes.set(key, (sizes.get(key) ?? 0) + count)
      if (shapes.of(match) === "chinese") chinese += count
      else latin += count
    }
  }
  let [size, most] = [0, 0]
  for (const [value, count] of sizes) if (count > most) [size, most] = [value, count]
  return { size, chinese: chinese > latin }
}

/** The shapes of a page's glyphs, each computed once. */
class Shapes {
  private readonly outlines = new Map<string, string>()
  private readonly shapes = new Map<string, GlyphShape>()

  constructor(svg: string) {
    for (const [, id, outline] of svg.matchAll(/<path id="([\w-]+)" d="([^"]*)"\/>/g)) this.outlines.set(id!, outline!)
  }

  /** Returns the shape of an element's glyph. A marker is named after its glyph: `g1m0` is glyph `g1`. */
  of([, outline, id, marker]: readonly (string | undefined)[]): GlyphShape {
    return outline === undefined ? this.byId(id ?? marker!.replace(/m\d+$/, "")) : shapeOf(outline)
  }

  byId(id: string): GlyphShape {
    const shape = this.shapes.get(id) ?? shapeOf(this.outlines.get(id) ?? "")
    this.shapes.set(id, shape)
    return shape
  }
}

/** Returns the rules for a page of this width whose letters have this size, both in points. */
function sheetOf(pageWidth: number, size: number, chinese: boolean): string {
  const rules = steps.map((step) => {
    const [usual, other] = chinese ? [step.chinese, step.latin] : [step.latin, step.chinese]
    const stroke = (name: string, width: number): string => `svg:target .${name}{stroke:currentColor;stroke-width:${width}}`
    return `@media(max-width:${Math.round((step.letters * pageWidth) / size)}px){${stroke("i", usual)}${stroke("j", other)}${stroke("n", step.bold)}}`
  })
  return `<style>${rules.join("")}</style>`
}

/**
 * Adds the style sheet that thickens the glyphs of a page where a screen would lose their strokes, never its rules and figures. In an
 * `<img>`, media queries mean the picture's own width, but the resolution is always 1, so the fragment carries it. Returns the page as it
 * is if it has no glyphs, or has the sheet already.
 */
export function withInk(svg: string): string {
  const pageWidth = Number(/^<svg [^>]*viewBox="0 0 ([\d.]+) /.exec(svg)?.[1])
  if (!(pageWidth > 0) || svg.includes("<style>")) return svg
  const groups = groupsOf(svg)
  if (groups.length === 0) return svg
  const shapes = new Shapes(svg)
  const body = bodyOf(svg, groups, shapes)
  if (body.size === 0) return svg
  const usual: GlyphShape = body.chinese ? "chinese" : "latin"
  const classOf = (shape: GlyphShape): string => (shape === "bold" ? "n" : shape === usual ? "i" : "j")
  const small = new Set<string>()
  let written = ""
  let end = 0
  for (const group of groups.toSorted((one, other) => one.start - other.start)) {
    const thick = group.stroked || group.size > body.size * LARGE
    const content = svg.slice(group.open, group.end).replace(element, (...match: [string, ...string[]]) => {
      const [whole, , , marker] = match as [string, string?, string?, string?]
      if (marker !== undefined) {
        if (!thick) small.add(marker)
        // the line that carries the markers is not a glyph
        return whole.replace(/^<path fill="none"(?! stroke)/, '<path fill="none" stroke="none"')
      }
      if (thick) return whole
      const name = classOf(shapes.of(match))
      // the group has the usual class
      return name === "i" ? whole : whole.replace(/^<\w+/, `$& class="${name}"`)
    })
    const open = svg.slice(group.start, group.open)
    written += svg.slice(end, group.start) + (thick ? open : open.replace("<g", '<g class="i"')) + content
    end = group.end
  }
  written += svg.slice(end)
  const marked = written.replace(/<marker id="([\w-]+)"([^>]*)>/g, (tag, id: string, attributes: string) => {
    const thick = !small.has(id) || attributes.includes(" stroke=")
    return thick ? tag : `<marker class="${classOf(shapes.byId(id.replace(/m\d+$/, "")))}" id="${id}"${attributes}>`
  })
  return coloured(marked)
    .replace("<svg ", `<svg id="${inkFragment}" `)
    .replace("<defs>", `${sheetOf(pageWidth, body.size, body.chinese)}<defs>`)
}

/** Gives glyphs their fill as `color` too, which the rules stroke them with. */
function coloured(svg: string): string {
  return svg.replace(/<(g|marker)\b([^>]*?) fill="(#[\da-f]+)"/g, '<$1$2 fill="$3" color="$3"')
}
