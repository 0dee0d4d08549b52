import { fourDigits } from "../svg"
import type { Matrix } from "./matrix"

export type PositionedGlyph = { id: string; matrix: Matrix }
type Point = [x: number, y: number]

/** Consecutive glyphs of the same look with nothing drawn in between, by the linear part of their matrix and by outline. */
export class GlyphRun {
  readonly parts = new Map<string, Map<string, Point[]>>()

  /** `look`: attributes of fill and stroke; `group`: opacity and clip of all glyphs together. */
  constructor(
    readonly look: string,
    readonly group: string,
  ) {}

  /** Checks whether glyphs may join this run. Translucent glyphs must stay separate: in one group they would not darken each other. */
  takes(look: string, group: string): boolean {
    return look === this.look && group === this.group && !group.includes("opacity")
  }

  add({ id, matrix: [a, b, c, d, e, f] }: PositionedGlyph): void {
    const linear = [a, b, c, d].map(fourDigits)
    const [p, q, r, s] = linear.map(Number) as [number, number, number, number]
    const area = p * s - q * r
    const point: Point = [Math.round((s * e - r * f) / area), Math.round((p * f - q * e) / area)]
    // a glyph of zero height or width is invisible
    if (!point.every(Number.isFinite)) return
    const key = linear.join(" ")
    const part = this.parts.get(key) ?? new Map<string, Point[]>()
    this.parts.set(key, part)
    const points = part.get(id) ?? []
    part.set(id, points)
    points.push(point)
  }
}

/** Returns a line through all positions of a repeated glyph, in thousandths of the em. */
function lineThrough(points: readonly Point[]): string {
  let [x, y] = points[0]!
  let line = `M${x} ${y}`
  for (const [toX, toY] of points.slice(1)) {
    line += toY === y ? `h${toX - x}` : `l${toX - x}${toY < y ? "" : " "}${toY - y}`
    ;[x, y] = [toX, toY]
  }
  return line
}

/**
 * Writes the glyph runs of one page. A glyph that occurs several times in a run is a marker on a line through its positions: with two
 * thousand `<use>` elements a browser would load the page three times as slowly, and the page would be twice as large. `outlines`: id →
 * path data.
 */
export class GlyphWriter {
  private readonly placed = new Map<string, number>()
  private readonly looks = new Map<string, number>()
  private readonly markers = new Map<string, Set<number>>()
  private readonly texts = new Map<GlyphRun, string>()

  constructor(
    private readonly outlines: ReadonlyMap<string, string>,
    runs: readonly GlyphRun[],
  ) {
    for (const { parts } of runs)
      for (const part of parts.values()) for (const [id, points] of part) this.placed.set(id, (this.placed.get(id) ?? 0) + points.length)
    for (const run of runs) this.texts.set(run, this.write(run))
  }

  textOf(run: GlyphRun): string {
    return this.texts.get(run) ?? ""
  }

  /** Returns the definitions that the runs refer to. */
  definitions(): string {
    const looks = [...this.looks.keys()]
    let defs = ""
    for (const [id, count] of this.placed) {
      if (count < 2) continue
      let content = `<path id="${id}" d="${this.outlines.get(id) ?? ""}"/>`
      const markers = this.markers.get(id)
      if (!markers) defs += content
      for (const look of markers ?? []) {
        defs += `<marker id="${id}m${look}" overflow="visible" markerUnits="userSpaceOnUse"${looks[look]}>${content}</marker>`
        content = `<use href="#${id}"/>`
      }
    }
    return defs
  }

  private write({ look, group, parts }: GlyphRun): string {
    let svg = ""
    for (const [linear, part] of parts) {
      svg += `<g transform="matrix(${linear} 0 0)">`
      for (const [id, points] of part) svg += points.length > 1 ? this.line(id, look, points) : this.single(id, points[0]!)
      svg += "</g>"
    }
    return look || group ? `<g${look}${group}>${svg}</g>` : svg
  }

  private single(id: string, [x, y]: Point): string {
    if (this.placed.get(id) === 1) return `<path transform="translate(${x} ${y})" d="${this.outlines.get(id) ?? ""}"/>`
    return `<use href="#${id}" x="${x}" y="${y}"/>`
  }

  private line(id: string, look: string, points: readonly Point[]): string {
    const number = this.looks.get(look) ?? this.looks.size
    this.looks.set(look, number)
    this.markers.set(id, (this.markers.get(id) ?? new Set()).add(number))
    const bare = look.includes("stroke") ? ' fill="none" stroke="none"' : ' fill="none"'
    return `<path${bare} style="marker:url(#${id}m${number})" d="${lineThrough(points)}"/>`
  }
}
