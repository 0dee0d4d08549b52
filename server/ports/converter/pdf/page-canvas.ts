import type { ConvertedPageLink } from "../converter.port"
import { svgOpen, whitePaper } from "../svg"
import { GlyphRun, GlyphWriter, type PositionedGlyph } from "./glyph-runs"
import { withInk } from "./ink-sheet"
import type { Pdfium } from "./pdfium-module"
import type { EncodedPicture } from "./page-picture"
import type { PictureCache } from "./picture-cache"
import type { Matrix, PdfBox } from "./matrix"

/** Pages beyond these limits are served as bitmaps (docs/reference/conversion.md 3). */
export const pageLimits = { objects: 60_000, segments: 600_000, bytes: 6e6, depth: 12, imagePixels: 3e7 }

/** Bytes per additional occurrence of a glyph. */
const BYTES_PER_GLYPH = 8

export type LoadedPage = {
  pdfium: Pdfium
  document: number
  page: number
  textPage: number
  /** Shared by the whole document. */
  pictures: PictureCache
  /** In points, after rotation and crop. */
  width: number
  height: number
  /** From PDF user space to SVG space. */
  base: Matrix
  links: ConvertedPageLink[]
}

/** Collects the SVG of one page and the reasons to check or reject it. */
export class PageCanvas {
  private readonly body: Array<string | EncodedPicture | GlyphRun> = []
  private readonly outlines = new Map<string, string>()
  private readonly clipDefs: string[] = []
  private readonly clipIds = new Map<string, string>()
  private bytes = 0
  private segments = 0
  private objects = 0

  /** If set, this page must be a bitmap. */
  fatal: string | null = null
  /** True while the page contains only proved glyphs and pictures and plain rectangles, which need no self-check. */
  plain = true
  /** Boxes (page space) of text that relies on fonts of the viewer's computer, so that renderings prove nothing about it. */
  readonly viewerText: PdfBox[] = []
  /** Number of pictures that cannot be decoded; they are missing from the page. */
  unreadablePictures = 0

  constructor(readonly loaded: LoadedPage) {}

  put(svg: string): void {
    this.body.push(svg)
    this.bytes += svg.length
  }

  putPicture(before: string, picture: EncodedPicture, after: string): void {
    this.body.push(before, picture, after)
    this.bytes += picture.data.length
  }

  addGlyph(id: string, outline: string): void {
    this.outlines.set(id, outline)
    this.bytes += outline.length
  }

  /** Adds glyphs. `look`: attributes of fill and stroke; `group`: opacity and clip. `addGlyph` supplies their outlines. */
  putGlyphs(look: string, group: string, glyphs: readonly PositionedGlyph[]): void {
    const last = this.body.at(-1)
    const run = last instanceof GlyphRun && last.takes(look, group) ? last : new GlyphRun(look, group)
    for (const glyph of glyphs) run.add(glyph)
    if (run !== last) this.body.push(run)
    this.bytes += glyphs.length * BYTES_PER_GLYPH
  }

  countSegments(count: number): void {
    this.segments += count
  }

  /** Returns false once the page is too complex to be rendered as vectors. */
  countObject(): boolean {
    this.objects += 1
    const { objects, segments, bytes } = pageLimits
    if (this.objects > objects || this.segments > segments || this.bytes > bytes) this.fatal = "too complex"
    return this.fatal === null
  }

  /** Returns the attribute (with a leading space) that clips to the intersection of all outlines. */
  clipAttribute(outlines: readonly string[]): string {
    if (outlines.length === 0) return ""
    const key = outlines.join("|")
    let id = this.clipIds.get(key)
    if (id === undefined) {
      id = ""
      for (const outline of outlines) {
        const parent = id
        id = `c${this.clipDefs.length.toString(36)}`
        const chained = parent ? ` clip-path="url(#${parent})"` : ""
        this.clipDefs.push(`<clipPath id="${id}"${chained}><path d="${outline}"/></clipPath>`)
        this.bytes += outline.length
      }
      this.clipIds.set(key, id)
    }
    return ` clip-path="url(#${id})"`
  }

  /** Returns the finished SVG. */
  toSvg(): string {
    return withInk(this.assemble(this.body.map((piece) => (isPicture(piece) ? dataUri(piece.mime, piece.data) : piece))))
  }

  /** Returns the same page with PNG copies in place of WebP. */
  async toCheckSvg(): Promise<string> {
    const pieces: Array<string | GlyphRun> = []
    for (const piece of this.body) {
      if (!isPicture(piece)) pieces.push(piece)
      else pieces.push(piece.pngCopy ? dataUri("image/png", await piece.pngCopy()) : dataUri(piece.mime, piece.data))
    }
    return this.assemble(pieces)
  }

  private assemble(pieces: ReadonlyArray<string | GlyphRun>): string {
    const sheet = new GlyphWriter(
      this.outlines,
      pieces.filter((piece) => piece instanceof GlyphRun),
    )
    const body = pieces.map((piece) => (piece instanceof GlyphRun ? sheet.textOf(piece) : piece)).join("")
    return `${svgOpen(this.loaded)}<defs>${sheet.definitions()}${this.clipDefs.join("")}</defs>${whitePaper(this.loaded)}${body}</svg>`
  }
}

function isPicture(piece: string | EncodedPicture | GlyphRun): piece is EncodedPicture {
  return typeof piece !== "string" && !(piece instanceof GlyphRun)
}

function dataUri(mime: string, base64: string): string {
  return `data:${mime};base64,${base64}`
}
