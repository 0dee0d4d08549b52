import { escapeXml } from "../svg"
import { type RunCollector, runStyles } from "../text-runs"
import { type LayoutImage, type LayoutLine, lineHeight, oneDecimal } from "./page-flow"

/** Position of the baseline within the line, as a fraction of its height. */
const BASELINE = 0.72
export const SERIF_FAMILY = "'Noto Serif CJK SC','Source Han Serif SC','Songti SC',SimSun,serif"
const MONO_FAMILY = "'Noto Sans Mono CJK SC',Consolas,Menlo,monospace"

/** Renders the line as an SVG element. */
export function lineSvg({ line, x, y, width, style }: LayoutLine): string {
  // The viewer's font is unknown: `textLength` sets the width that the layout assumed.
  const fixed = width > style.size * 1.5 ? ` textLength="${oneDecimal(width)}" lengthAdjust="spacingAndGlyphs"` : ""
  const weight = style.bold ? ' font-weight="700"' : ""
  const family = style.mono ? ` font-family="${MONO_FAMILY}"` : ""
  const content = escapeXml(line.replace(/ {2,}/g, (spaces) => "\u00a0".repeat(spaces.length)))
  const baseline = oneDecimal(y + lineHeight(style.size) * BASELINE)
  return `<text x="${oneDecimal(x)}" y="${baseline}" font-size="${style.size}"${weight}${family}${fixed}>${content}</text>`
}

/** Adds the texts of a picture as runs of the text layer. */
export function addPictureRuns(collector: RunCollector, { image, x, y, width }: LayoutImage): void {
  const shrink = width / image.width
  for (const line of image.lines ?? []) {
    const size = line.size * shrink
    const top = y + line.y * shrink - lineHeight(size) * BASELINE
    collector.add(line.text, x + line.x * shrink, top, line.width * shrink, lineHeight(size), 0, size)
  }
}

/** Adds the line as a run of the text layer. */
export function addLineRun(collector: RunCollector, { line, x, y, width, style }: LayoutLine): void {
  const look = (style.bold ? runStyles.bold : 0) | (style.mono ? runStyles.mono : 0)
  collector.add(line, x, y, width, lineHeight(style.size), look, style.size)
}
