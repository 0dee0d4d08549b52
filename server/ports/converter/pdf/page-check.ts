import sharp from "sharp"
import type { PdfBox } from "./matrix"
import type { PageCanvas } from "./page-canvas"
import { openPixels, renderPage } from "./page-raster"

const CHECK_WIDTH = 400
/** PDFium renders larger, so that its hairlines do not weigh more than librsvg's. */
const REFERENCE_SCALE = 2.75
const CELL = 4
const BLOCK_DIFFERENCE = 45
const GROSS_DIFFERENCE = 80
const COLOUR_DIFFERENCE = 70
const MAX_BAD_SHARE = 0.005
const MAX_GROSS_BLOCKS = 1
const MAX_COLOUR_SHARE = 0.0025

/** RGB, 3 bytes per cell. */
type Grid = { cells: Buffer; width: number; height: number }

function at(grid: Grid, x: number, y: number, channel: number): number {
  return grid.cells[3 * (y * grid.width + x) + channel] ?? 0
}

function colourfulness(cells: Buffer, index: number): number {
  const [red, green, blue] = [cells[index] ?? 0, cells[index + 1] ?? 0, cells[index + 2] ?? 0]
  return Math.max(red, green, blue) - Math.min(red, green, blue)
}

/** Returns the largest channel difference between the means of two-by-two cell blocks. */
function blockDifference(a: Grid, b: Grid, x: number, y: number): number {
  let largest = 0
  for (let channel = 0; channel < 3; channel += 1) {
    let sum = 0
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      sum += at(a, x + dx, y + dy, channel) - at(b, x + dx, y + dy, channel)
    largest = Math.max(largest, Math.abs(sum / 4))
  }
  return largest
}

/** Returns the cells that have text in the viewer's fonts, or border on it. */
function cellsOf(boxes: readonly PdfBox[], { width, height }: Grid, page: { width: number; height: number }): Uint8Array {
  const cells = new Uint8Array(width * height)
  const [across, down] = [width / page.width, height / page.height]
  const within = (value: number, limit: number): number => Math.max(0, Math.min(limit - 1, value))
  for (const { left, right, bottom, top } of boxes)
    for (let y = within(Math.floor(bottom * down) - 1, height); y <= within(Math.ceil(top * down), height); y += 1)
      cells.fill(1, y * width + within(Math.floor(left * across) - 1, width), y * width + within(Math.ceil(right * across), width) + 1)
  return cells
}

/** Compares two pages beside the cells that are `unknown`. */
function agree(ours: Grid, reference: Grid, unknown: Uint8Array): boolean {
  let [blocks, bad, gross, colour] = [0, 0, 0, 0]
  for (let index = 0; index < ours.cells.length; index += 3)
    if (!unknown[index / 3] && Math.abs(colourfulness(ours.cells, index) - colourfulness(reference.cells, index)) > COLOUR_DIFFERENCE)
      colour += 1
  for (let y = 0; y + 1 < ours.height; y += 2)
    for (let x = 0; x + 1 < ours.width; x += 2) {
      const corner = y * ours.width + x
      if ([corner, corner + 1, corner + ours.width, corner + ours.width + 1].some((cell) => unknown[cell])) continue
      const difference = blockDifference(ours, reference, x, y)
      blocks += 1
      if (difference > BLOCK_DIFFERENCE) bad += 1
      if (difference > GROSS_DIFFERENCE) gross += 1
    }
  const cells = unknown.reduce((count, cell) => count + 1 - cell, 0)
  return bad <= blocks * MAX_BAD_SHARE && gross <= MAX_GROSS_BLOCKS && colour <= cells * MAX_COLOUR_SHARE
}

/**
 * Checks whether our SVG, rendered by librsvg, looks like PDFium's own rendering. Good pages stay at differences below 50 and wrong
 * ones reach 80, so the thresholds lie in between (docs/reference/conversion.md 3). Patterns, shadings, blend modes and lost masks
 * are invisible to PDFium's API and are caught here. Text in the viewer's fonts is not compared: PDFium and librsvg may lack them.
 */
export async function looksRight(canvas: PageCanvas): Promise<boolean> {
  const { loaded } = canvas
  const picture = renderPage(loaded, Math.round(CHECK_WIDTH * REFERENCE_SCALE))
  const width = Math.max(2, Math.round(picture.width / REFERENCE_SCALE / CELL))
  const height = Math.max(2, Math.round(picture.height / REFERENCE_SCALE / CELL))
  const fit = { fit: "fill", kernel: "linear" } as const
  const reference = await openPixels(picture).resize(width, height, fit).raw().toBuffer()
  const density = Math.max(1, Math.min(2400, (72 * picture.width) / REFERENCE_SCALE / loaded.width))
  try {
    const cells = await sharp(Buffer.from(await canvas.toCheckSvg()), { unlimited: true, density })
      .flatten({ background: "#fff" })
      .removeAlpha()
      .toColourspace("srgb")
      .resize(width, height, fit)
      .raw()
      .toBuffer()
    const ours = { cells, width, height }
    return agree(ours, { cells: reference, width, height }, cellsOf(canvas.viewerText, ours, loaded))
  } catch {
    // A browser may reject what librsvg rejects.
    return false
  }
}
