/** A picture in memory: rows of pixels of `channels` bytes, red, green and blue first. */
export type Sheet = { data: Buffer; width: number; height: number; channels: number }
/** `box`: where anything is printed, in pixels; null on a blank page. */
export type Ink = { faint: boolean; box: { left: number; top: number; right: number; bottom: number } | null }

/** What is lighter than this in every channel counts as paper. */
const PAPER = 232
/** Below this mean darkness a page is faint: a heading alone, a page number, a few lines (a full page of text has 0.08 and more). */
const FAINT = 0.012
/** A page is enlarged up to so much. */
const MAX_ZOOM = 1.18
/** White that stays around what is printed, as a part of the width. */
const MARGIN = 0.045

/** Looks at every pixel once. */
export function measureInk({ data, width, height, channels }: Sheet): Ink {
  let darkness = 0
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += channels) {
      const lightest = Math.min(data[at]!, data[at + 1]!, data[at + 2]!)
      if (lightest >= PAPER) continue
      darkness += 255 - lightest
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  const faint = darkness / 255 / (width * height) < FAINT
  return { faint, box: right < 0 ? null : { left, top, right, bottom } }
}

/** The part of the sheet, in its own ratio, that remains when bare margins are cut off; it holds the top of what is printed. */
export function cropOf({ box }: Ink, { width, height }: Sheet): { left: number; top: number; width: number; height: number } {
  const all = { left: 0, top: 0, width, height }
  if (box === null) return all
  const margin = MARGIN * width
  const zoom = Math.min(MAX_ZOOM, width / (box.right - box.left + 1 + 2 * margin))
  if (zoom <= 1) return all
  const part = { width: Math.round(width / zoom), height: Math.round(height / zoom) }
  const between = (value: number, most: number) => Math.round(Math.max(0, Math.min(most, value)))
  return {
    left: between((box.left + box.right) / 2 - part.width / 2, width - part.width),
    top: between(box.top - margin * 1.4, height - part.height),
    ...part,
  }
}
