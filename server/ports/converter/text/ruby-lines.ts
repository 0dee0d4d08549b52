import { textWidth, type WrappedLine } from "./line-breaking"
import { lineHeight, type PageFlow, type TextStyle } from "./page-flow"
import type { RubyText } from "./text-blocks"

/** Size of readings, and the smallest to which a long one shrinks, as shares of the size of the text. */
const SHARE = 0.5
const MIN_SHARE = 0.25
/** The widest reading as a share of its word: neighbours must not touch. */
const OVERHANG = 0.96
/**
 * Space above the lines of a paragraph with readings, and how far the top of their line lies above that of the text, as shares of the size
 * of the text.
 */
const ROOM = 0.4
const RISE = 0.43

type Reading = { line: WrappedLine; x: number; y: number; size: number }

/**
 * The readings of a paragraph. They are written behind its text, or behind the part of it on a page: the text of a line stays in one piece for
 * search and selection.
 */
export class RubyLines {
  private waiting: Reading[] = []

  constructor(
    private readonly flow: PageFlow,
    private readonly ruby: readonly RubyText[],
    private readonly style: TextStyle,
  ) {}

  /** Space above each line: the same for all lines of a paragraph, which looks like one then. */
  get roomAbove(): number {
    return this.ruby.length > 0 ? this.style.size * ROOM : 0
  }

  /** Positions the readings of a line at the flow's height. A word that continues on the next line has its reading on the first. */
  add(line: WrappedLine, start: number, x: number): void {
    const { size } = this.style
    for (const { from, to, reading } of this.ruby) {
      const [first, last] = [from - start, Math.min(line.visibleText.length, to - start)]
      if (first < 0 || first >= last || reading === "") continue
      const before = textWidth(line.visibleText.slice(0, first), false) * size
      const room = textWidth(line.visibleText.slice(first, last), false) * size
      const ems = textWidth(reading, false)
      const small = Math.max(size * MIN_SHARE, Math.min(size * SHARE, (room * OVERHANG) / ems))
      const centred = x + before + (room - ems * small) / 2
      this.waiting.push({
        line: { raw: reading, visibleText: reading, width: ems },
        x: Math.max(0, centred),
        y: this.flow.y - size * RISE,
        size: small,
      })
    }
  }

  /** Writes the readings so far; call it before a new page begins and at the end. */
  write(): void {
    if (this.waiting.length === 0) return
    for (const { line, x, y, size } of this.waiting) {
      // baselines do not depend on how far a reading has shrunk
      this.flow.putLine(line, x, y + lineHeight(this.style.size * SHARE - size) * 0.72, { size: Math.round(size * 10) / 10 })
      this.flow.addText(`${line.raw} `)
    }
    this.flow.addText("\n")
    this.waiting = []
  }
}
