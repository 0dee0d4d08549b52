/** A picture in memory: rows of pixels of `channels` bytes, starting with red, green and blue. */
export type PixelImage = { data: Buffer; width: number; height: number; channels: number }
/** `box`: the printed area in pixels; null on a blank page. */
export type Ink = { faint: boolean; box: { left: number; top: number; right: number; bottom: number } | null }

/** A pixel that is lighter than this in every channel counts as paper. */
const PAPER = 232
/** Below this mean darkness a page is faint: only a heading, a page number or a few lines (a full page of text has 0.08 and more). */
const FAINT = 0.012
/** Maximum enlargement of a page. */
const MAX_ZOOM = 1.18
/** White margin that stays around the printed area, as a fraction of the width. */
const MARGIN = 0.045

/** Measures the darkness and the printed area in one pass over all pixels. */
export function measureInk({ data, width, height, channels }: PixelImage): Ink {
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

/**
 * Returns the part of the sheet, in the same aspect ratio, that remains after cutting off empty margins. It contains the top of the printed
 * area.
 */
export function cropOf({ box }: Ink, { width, height }: PixelImage): { left: number; top: number; width: number; height: number } {
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
