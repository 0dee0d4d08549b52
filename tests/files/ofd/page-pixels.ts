import sharp from "sharp"
import { expect } from "vitest"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"

/** Pixels a millimetre at twice the size of a page in points. */
const SCALE = (2 * 72) / 25.4

/** Checks whether more than half of a pixel at the edge of a shape on white paper has the shape's colour. */
const mostly = (pixel: Buffer, colour: Buffer): boolean => {
  const [from, paper] = [0, 1].map((kind) =>
    colour.reduce((sum, channel, index) => sum + Math.abs(channel - (kind ? 255 : pixel[index]!)), 0),
  )
  return from! < paper! / 2
}

export type PagePixels = { at(x: number, y: number): string; edges(colour: string): number[] }

/** Draws a page at twice its size. `at` returns the colour at a point (mm); `edges` the box (mm) of a colour. */
export async function pagePixels({ svgs }: ConversionRun, page = 1): Promise<PagePixels> {
  const { data, info } = await sharp(Buffer.from(svgs[page - 1]!), { density: 144 })
    .flatten({ background: "#fff" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const hex = (offset: number): string => data.toString("hex", offset, offset + 3)
  return {
    at: (x, y) => hex((Math.round(y * SCALE) * info.width + Math.round(x * SCALE)) * 3),
    edges: (colour) => {
      const [xs, ys] = [new Set<number>(), new Set<number>()]
      for (let index = 0; index < info.width * info.height; index += 1) {
        if (!mostly(data.subarray(index * 3, index * 3 + 3), Buffer.from(colour, "hex"))) continue
        xs.add(index % info.width)
        ys.add(Math.floor(index / info.width))
      }
      return [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1].map((pixel) => pixel / SCALE)
    },
  }
}

/** Checks that all pixels of a colour lie in a box (mm), within one pixel at twice the size. */
export async function expectInk(run: ConversionRun, colour: string, box: readonly number[], page = 1): Promise<void> {
  const edges = (await pagePixels(run, page)).edges(colour)
  for (const [side, value] of box.entries())
    expect(Math.abs(edges[side]! - value) * SCALE, `side ${side} of ${colour}: ${edges}`).toBeLessThanOrEqual(1.01)
}

/** Checks the colours of points (mm). */
export async function expectColours(
  run: ConversionRun,
  points: ReadonlyArray<readonly [x: number, y: number, colour: string]>,
  page = 1,
): Promise<void> {
  const pixels = await pagePixels(run, page)
  expect(points.map(([x, y]) => [x, y, pixels.at(x, y)])).toEqual(points.map((point) => [...point]))
}
