import { GlyphRun, GlyphWriter, type PositionedGlyph } from "../pdf/glyph-runs"
import { withInk } from "../pdf/ink-sheet"
import type { Matrix, PdfPoint } from "../pdf/matrix"
import { applyMatrix } from "../pdf/matrix"
import { ConversionError } from "../converter.port"
import { type PageSize, svgOpen, whitePaper } from "../svg"

export type SvgPiece = string | GlyphRun
/** Left, top, right and bottom in points. */
export type PageBounds = readonly [left: number, top: number, right: number, bottom: number]
/** The clipping area: nothing is drawn outside it. `id` is "" for the whole page. */
export type ClipState = { id: string; bounds: PageBounds }

/** A page beyond these limits is refused, or, if only its SVG is too large, served as a bitmap. */
export const ofdLimits = { objects: 60_000, segments: 1_000_000, bytes: 6e6, totalBytes: 60e6, depth: 24 }

/** Formats a matrix for SVG with six digits, enough for a tenth of a pixel on a large page. */
export function matrixText(matrix: Matrix): string {
  return `matrix(${matrix.map((value) => (Math.abs(value) < 1e-9 ? "0" : String(Number(value.toPrecision(6))))).join(" ")})`
}

/** Returns the smallest upright box around mapped points. */
export function boundsOf(matrix: Matrix, left: number, top: number, right: number, bottom: number): PageBounds {
  const corners: PdfPoint[] = [
    applyMatrix(matrix, left, top),
    applyMatrix(matrix, right, top),
    applyMatrix(matrix, left, bottom),
    applyMatrix(matrix, right, bottom),
  ]
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Returns the part that two boxes share; empty boxes have no width or height. */
export function intersection(one: PageBounds, other: PageBounds): PageBounds {
  const [left, top] = [Math.max(one[0], other[0]), Math.max(one[1], other[1])]
  return [left, top, Math.max(left, Math.min(one[2], other[2])), Math.max(top, Math.min(one[3], other[3]))]
}

/** Collects the SVG of one page and counts its cost. */
export class OfdCanvas {
  private pieces: SvgPiece[] = []
  private readonly definitions: SvgPiece[] = []
  private readonly outlines = new Map<string, string>()
  private readonly pictures = new Map<string, string>()
  private readonly clips = new Map<string, string>()
  private ids = 0
  private objects = 0
  private segments = 0
  private bytes = 0

  constructor(private readonly size: PageSize) {}

  get page(): ClipState {
    return { id: "", bounds: [0, 0, this.size.width, this.size.height] }
  }

  /** Throws ConversionError memory once the page has too many objects or segments, for example by composite objects within others. */
  count(objects: number, segments: number): void {
    this.objects += objects
    this.segments += segments
    const { objects: most, segments: longest, totalBytes } = ofdLimits
    if (this.objects > most || this.segments > longest || this.bytes > totalBytes) throw new ConversionError("memory")
  }

  newId(kind: string): string {
    this.ids += 1
    return `${kind}${this.ids.toString(36)}`
  }

  put(svg: string): void {
    this.pieces.push(svg)
    this.bytes += svg.length
  }

  define(...pieces: SvgPiece[]): void {
    this.definitions.push(...pieces)
    for (const piece of pieces) if (typeof piece === "string") this.bytes += piece.length
  }

  /** Returns what `work` draws in place of adding it to the page. */
  async capture(work: () => Promise<void>): Promise<SvgPiece[]> {
    const outer = this.pieces
    this.pieces = []
    try {
      await work()
      return this.pieces
    } finally {
      this.pieces = outer
    }
  }

  putAll(pieces: readonly SvgPiece[]): void {
    this.pieces.push(...pieces)
  }

  /** Draws a picture into the unit square that the matrix maps. Its data is written once a page. */
  putPicture(uri: string, matrix: Matrix, attributes: string, clip: ClipState): void {
    let id = this.pictures.get(uri)
    if (id === undefined) {
      id = this.newId("i")
      this.pictures.set(uri, id)
      this.define(`<image id="${id}" width="1" height="1" preserveAspectRatio="none" href="${uri}"/>`)
    }
    this.put(clipped(`<use href="#${id}" transform="${matrixText(matrix)}"${attributes}/>`, clip))
  }

  /** Adds glyphs in thousandths of the em. `look`: fill and stroke; `group`: opacity and clip. */
  putGlyphs(look: string, group: string, glyphs: ReadonlyArray<PositionedGlyph & { outline: string }>): void {
    if (glyphs.length === 0) return
    const last = this.pieces.at(-1)
    const run = last instanceof GlyphRun && last.takes(look, group) ? last : new GlyphRun(look, group)
    for (const glyph of glyphs) {
      this.outlines.set(glyph.id, glyph.outline)
      run.add(glyph)
    }
    if (run !== last) this.pieces.push(run)
    this.bytes += glyphs.length * 8
  }

  /** Returns a clip that shows the union of the shapes within an outer clip. `bounds`: box around the shapes. */
  clip(shapes: string, bounds: PageBounds, outer: ClipState): ClipState {
    const key = `${outer.id} ${shapes}`
    let id = this.clips.get(key)
    if (id === undefined) {
      id = this.newId("c")
      this.clips.set(key, id)
      this.define(`<clipPath id="${id}"${outer.id ? ` clip-path="url(#${outer.id})"` : ""}>${shapes}</clipPath>`)
    }
    return { id, bounds: intersection(outer.bounds, bounds) }
  }

  toSvg(): string {
    const all = [...this.definitions, ...this.pieces]
    const glyphs = new GlyphWriter(
      this.outlines,
      all.filter((piece) => piece instanceof GlyphRun),
    )
    const written = (pieces: readonly SvgPiece[]): string =>
      pieces.map((piece) => (piece instanceof GlyphRun ? glyphs.textOf(piece) : piece)).join("")
    const defs = `<defs>${glyphs.definitions()}${written(this.definitions)}</defs>`
    // the standard's limit of mitred corners, which differs from that of SVG
    return withInk(`${svgOpen(this.size, ' stroke-miterlimit="3.528"')}${defs}${whitePaper(this.size)}${written(this.pieces)}</svg>`)
  }
}

/** Wraps an element in its clip, which is in page space while the element may have a matrix. */
export function clipped(svg: string, { id }: ClipState): string {
  return id ? `<g clip-path="url(#${id})">${svg}</g>` : svg
}
