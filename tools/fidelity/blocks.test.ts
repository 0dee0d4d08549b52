import sharp from "sharp"
import { expect, test } from "vitest"

type Blocks = { badShare(ours: Buffer, theirs: Buffer, height: number): Promise<number> }
const path: string = "./blocks.mjs"
const { badShare } = (await import(path)) as Blocks

const page = (body: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="800"><rect width="700" height="800" fill="#fff"/>${body}</svg>`,
    ),
  )
    .png()
    .toBuffer()

test("blocks with different colours are counted, differently smoothed edges are not", async () => {
  const text = (x: number): string => `<rect x="${x}" y="100" width="1.2" height="500"/><circle cx="300" cy="300" r="${40 + x / 1000}"/>`
  expect(await badShare(await page(text(80)), await page(text(80)), 800)).toBe(0)
  expect(await badShare(await page(text(80)), await page(text(80.4)), 800)).toBe(0)
  // 80 by 80 pixels are 10 by 10 of 88 by 100 blocks
  expect(await badShare(await page('<rect x="80" y="80" width="80" height="80"/>'), await page(""), 800)).toBeCloseTo(100 / 8800, 6)
  expect(
    await badShare(
      await page('<rect x="80" y="80" width="80" height="80" fill="#f00"/>'),
      await page('<rect x="80" y="80" width="80" height="80" fill="#00f"/>'),
      800,
    ),
  ).toBeGreaterThan(0.01)
})

test("images of one page with different sizes are compared at the same size", async () => {
  const large = await sharp(await page('<rect x="80" y="80" width="80" height="80"/>'))
    .resize(1400)
    .png()
    .toBuffer()
  expect(await badShare(large, await page('<rect x="80" y="80" width="80" height="80"/>'), 800)).toBe(0)
})
