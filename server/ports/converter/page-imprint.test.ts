import sharp from "sharp"
import { describe, expect, test } from "vitest"
import { imprintOf, readImprint } from "./page-imprint"
import { localConversions } from "./testing/conversion.fixture"
import { encodeThumb, THUMB_WIDTH } from "./thumb-webp"

/** Numbers from 0 to 1, the same for the same seed. */
const sequence = (seed: number) => {
  let state = seed
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff
}

/** A grey page of 36 × 40 patches inside a white margin; `noise` in grey levels. */
const page = (seed: number, { width = 344, height = 486, noise = 0, light = 0 } = {}) => {
  const next = sequence(seed)
  const patches = Array.from({ length: 36 * 40 }, () => 120 + next() * 120)
  const grain = sequence(seed + 1)
  const data = Buffer.alloc(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [across, down] = [x / width, y / height]
      const isMargin = Math.min(across, 1 - across) < 0.1 || Math.min(down, 1 - down) < 0.08
      const patch = isMargin ? 252 : patches[Math.floor(down * 40) * 36 + Math.floor(across * 36)]!
      data[y * width + x] = Math.max(0, Math.min(255, Math.round(patch + light + (grain() - 0.5) * 2 * noise)))
    }
  return { data, width, height, channels: 1 }
}
type Picture = ReturnType<typeof page>
const differing = (one: bigint | null, other: bigint | null): number => {
  if (one === null || other === null) throw new Error("no hash")
  return [...BigInt.asUintN(64, one ^ other).toString(2)].filter((bit) => bit === "1").length
}
const thumbOf = ({ data, width, height }: Picture, quality?: number) => {
  const picture = sharp(data, { raw: { width, height, channels: 1 } })
  return quality
    ? picture
        .jpeg({ quality })
        .toBuffer()
        .then((jpeg) => encodeThumb(sharp(jpeg), width, height))
    : encodeThumb(picture, width, height)
}

describe("the perceptual hash of a page", () => {
  test("hardly changes with noise, brightness and resolution", () => {
    const hash = imprintOf(page(7))
    expect(hash).toBe(BigInt.asIntN(64, hash!))
    for (const other of [page(7, { noise: 4 }), page(7, { light: -6 }), page(7, { width: 1_000, height: 1_413 })])
      expect(differing(hash, imprintOf(other))).toBeLessThanOrEqual(4)
  })

  test("hardly changes with the compression of a copy, and is read from the thumbnail", async () => {
    const hash = await readImprint(await thumbOf(page(7)))
    expect(differing(hash, await readImprint(await thumbOf(page(7), 60)))).toBeLessThanOrEqual(4)
    const half = page(7, { width: THUMB_WIDTH, height: 243 })
    expect(differing(hash, await readImprint(await thumbOf(half)))).toBeLessThanOrEqual(6)
  })

  test("of different pages with the same margins differs in many bits", () => {
    for (const seed of [11, 23, 42, 99]) expect(differing(imprintOf(page(7)), imprintOf(page(seed)))).toBeGreaterThan(12)
  })

  test("does not exist for blank and for tiny pictures", () => {
    const blank = { data: Buffer.alloc(172 * 243, 250), width: 172, height: 243, channels: 1 }
    expect(imprintOf(blank)).toBeNull()
    expect(imprintOf({ data: Buffer.alloc(1), width: 1, height: 1, channels: 1 })).toBeNull()
  })
})

describe("a conversion", () => {
  const convert = localConversions()
  const imprintOfFile = async (name: string, content: Buffer | string) => (await convert(name, content)).pages[0]!.imprint ?? null
  const fileOf = ({ data, width, height }: Picture) => sharp(data, { raw: { width, height, channels: 1 } })

  test("gives nearly the same hash for two files of one scan, and another one for another scan", async () => {
    const scan = await imprintOfFile("scan.png", await fileOf(page(7)).png().toBuffer())
    const copy = await imprintOfFile(
      "copy.jpg",
      await fileOf(page(7, { width: 1_000, height: 1_413 }))
        .jpeg({ quality: 70 })
        .toBuffer(),
    )
    const other = await imprintOfFile("other.png", await fileOf(page(23)).png().toBuffer())
    expect(differing(scan, copy)).toBeLessThanOrEqual(6)
    expect(differing(scan, other)).toBeGreaterThan(12)
  })

  test("gives none for a blank picture and for text", async () => {
    const blank = sharp({ create: { width: 600, height: 800, channels: 3, background: "white" } })
    expect(await imprintOfFile("blank.png", await blank.png().toBuffer())).toBeNull()
    expect(await imprintOfFile("a.txt", "文字不用比较图像。\n".repeat(40))).toBeNull()
  })
})
