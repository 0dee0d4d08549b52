import { textWidth, type WrappedLine } from "./line-breaking"
import { lineHeight, type PageFlow, type TextStyle } from "./page-flow"
import type { TextLink } from "./text-blocks"

/** A line that is drawn: where it begins in its text, and its upper left corner in points. */
type DrawnLine = { line: WrappedLine; start: number; x: number; y: number }

/** Adds the parts of links that are in a line. */
export function addLineLinks(flow: PageFlow, { line, start, x, y }: DrawnLine, style: TextStyle, links: readonly TextLink[]): void {
  for (const { from, to, target } of links) {
    const [first, last] = [Math.max(0, from - start), Math.min(line.visibleText.length, to - start)]
    if (first >= last) continue
    const before = textWidth(line.visibleText.slice(0, first), style.mono ?? false)
    const width = textWidth(line.visibleText.slice(first, last), style.mono ?? false)
    flow.addLink({ x: x + before * style.size, y, width: width * style.size, height: lineHeight(style.size), target })
  }
}
