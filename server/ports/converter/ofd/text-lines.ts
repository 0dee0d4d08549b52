import type { PageTextRun } from "../converter.port"
import { toSearchText } from "../search-text"
import { RunCollector } from "../text-runs"
import type { PageSize } from "../svg"

/** One character of the page: its box in points, its style flags and its size. `level`: it runs from left to right. */
export type TextCharacter = {
  text: string
  left: number
  top: number
  right: number
  bottom: number
  style: number
  size: number
  level: boolean
}

/** Gaps that separate two runs, and gaps that count as a space, in sizes of the letters. */
const WIDEST_GAP = 1.5
const SPACE_GAP = 0.3
const BACKWARD_STEP = 0.6
const LINE_SHIFT = 0.5
const SIZE_CHANGE = 1.6

function continues(run: TextCharacter, next: TextCharacter): boolean {
  const size = Math.max(run.size, next.size)
  if (!run.level || !next.level || size > SIZE_CHANGE * Math.min(run.size, next.size)) return false
  if (Math.abs(run.top + run.bottom - next.top - next.bottom) / 2 > LINE_SHIFT * size) return false
  const gap = next.left - run.right
  return gap <= WIDEST_GAP * size && gap >= -BACKWARD_STEP * size
}

/** Joins the characters of a page to lines: its text layer and its search text, in the order of the page's objects. */
export class TextLines {
  private readonly collector: RunCollector
  private readonly lines: string[] = []
  private run: TextCharacter | null = null

  constructor(private readonly size: PageSize) {
    this.collector = new RunCollector()
  }

  /** Adds a character. One that lies outside of the page is left out. */
  add(next: TextCharacter): void {
    const { width, height } = this.size
    const [x, y] = [(next.left + next.right) / 2, (next.top + next.bottom) / 2]
    if (!(x >= 0 && x <= width && y >= 0 && y <= height)) return
    const { run } = this
    if (run === null || !continues(run, next)) {
      this.end()
      if (next.text.trim() !== "") this.run = { ...next }
      return
    }
    const separate = next.left - run.right > SPACE_GAP * next.size && /[\w)]$/.test(run.text) && /^[\w(]/.test(next.text)
    run.text += separate ? ` ${next.text}` : next.text
    run.right = Math.max(run.right, next.right)
    run.top = Math.min(run.top, next.top)
    run.bottom = Math.max(run.bottom, next.bottom)
  }

  /** Returns the runs of the text layer. Call it after the last character. */
  runs(): PageTextRun[] {
    this.end()
    return this.collector.runs
  }

  /** Returns the search text. Call it after the last character. */
  text(): string {
    this.end()
    return toSearchText(this.lines.join("\n"))
  }

  private end(): void {
    const { run } = this
    this.run = null
    if (!run) return
    const { width, height } = this.size
    const across = (x: number): number => Math.max(0, Math.min(width, x))
    const down = (y: number): number => Math.max(0, Math.min(height, y))
    const [left, top] = [across(run.left), down(run.top)]
    this.collector.add(run.text, left, top, across(run.right) - left, down(run.bottom) - top, run.style, run.size)
    this.lines.push(run.text)
  }
}
