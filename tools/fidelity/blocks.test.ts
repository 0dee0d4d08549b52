import sharp from "sharp"
import { expect, test } from "vitest"

type Size = { width: number; height: number }
type Blocks = { compareBlocks(ours: Buffer, theirs: Buffer, size: Size): Promise<{ bad: number; lost: number }> }
const path: string = "./blocks.mjs"
const { compareBlocks } = (await import(path)) as Blocks

const size = { width: 700, height: 800 }
const page = (body: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="800"><rect width="700" height="800" fill="#fff"/>${body}</svg>`,
    ),
  )
    .png()
    .toBuffer()
const badShare = async (ours: string, theirs: string): Promise<number> =>
  (await compareBlocks(await page(ours), await page(theirs), size)).bad
/** 80 by 80 pixels are 10 by 10 of 88 by 100 blocks. */
const square = (fill = "#000"): string => `<rect x="80" y="80" width="80" height="80" fill="${fill}"/>`

test("blocks with different colours are counted, differently smoothed edges are not", async () => {
  const text = (x: number): string => `<rect x="${x}" y="100" width="1.2" height="500"/><circle cx="300" cy="300" r="${40 + x / 1000}"/>`
  expect(await badShare(text(80), text(80))).toBe(0)
  expect(await badShare(text(80), text(80.4))).toBe(0)
  expect(await badShare(square(), "")).toBeCloseTo(100 / 8800, 6)
  expect(await badShare(square("#f00"), square("#00f"))).toBeGreaterThan(0.01)
})

test("blocks with ink in only one of the pictures are counted as lost", async () => {
  const lost = async (ours: string, theirs: string): Promise<number> =>
    (await compareBlocks(await page(ours), await page(theirs), size)).lost
  expect(await lost(square(), "")).toBe(100)
  expect(await lost("", square())).toBe(100)
  expect(await lost(square("#f00"), square("#00f"))).toBe(0)
})

test("images of one page with different sizes are compared at the same size", async () => {
  const large = await sharp(await page(square()))
    .resize(1400)
    .png()
    .toBuffer()
  expect((await compareBlocks(large, await page(square()), size)).bad).toBe(0)
})
