import type { PageTextRun } from "./converter.port"
import { toSearchText } from "./search-text"

/** Limits of a page's text layer; the rest is cut off. `bytes` approximates the runs as JSON. */
export const runLimits = { runs: 5000, bytes: 200_000 }
const BYTES_A_RUN = 34

/** Style flags of a run, set if they apply to most of its letters. A run's style is their sum. */
export const runStyles = { bold: 1, mono: 2 } as const

/** Rounds points to one decimal; the difference is invisible. */
function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

/** Collects a page's text layer within its limits. */
export class RunCollector {
  readonly runs: PageTextRun[] = []
  private bytes = 0

  /**
   * Adds a run. `x`, `y`: upper left corner; `style`: `runStyles` flags; `size`: size of the letters. Runs without text or without a
   * position are left out.
   */
  add(raw: string, x: number, y: number, width: number, height: number, style = 0, size = 0): void {
    const text = toSearchText(raw).replaceAll("\n", " ")
    if (text === "" || ![x, y, width, height].every(Number.isFinite)) return
    this.bytes += Buffer.byteLength(text) + BYTES_A_RUN
    if (this.runs.length >= runLimits.runs || this.bytes > runLimits.bytes) return
    this.runs.push([text, tenth(x), tenth(y), tenth(width), tenth(height), style, tenth(size)])
  }
}
