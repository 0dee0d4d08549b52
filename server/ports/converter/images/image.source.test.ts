import sharp from "sharp"
import { expect, test } from "vitest"
import { localConversions } from "../testing/conversion.fixture"
import { svgFaults } from "../testing/svg-whitelist"

const convert = localConversions()

const picture = sharp({ create: { width: 3200, height: 1600, channels: 3, background: "teal" } })

test.each([
  [".jpg", () => picture.clone().jpeg().toBuffer()],
  [".png", () => picture.clone().png().toBuffer()],
  [".gif", () => picture.clone().gif().toBuffer()],
  [".webp", () => picture.clone().webp().toBuffer()],
  [".tiff", () => picture.clone().tiff().toBuffer()],
])("renders a %s as one page", async (ext, make) => {
  const { events, pages, svgs } = await convert(`a${ext}`, await make())
  expect(events[0]).toEqual({ type: "opened", pages: 1, engine: "image" })
  expect(pages[0]).toMatchObject({ width: 1200, height: 600, kind: "raster" })
  expect(events.find((event) => event.type === "cover")).toMatchObject({ width: 420, height: 210 })
  expect(svgs.flatMap(svgFaults)).toEqual([])
})

test("renders each frame of a TIFF as a page, an animation as one", async () => {
  const bands = ["teal", "red", "gold"].map((background) =>
    sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .raw()
      .toBuffer(),
  )
  const frames = sharp(Buffer.concat(await Promise.all(bands)), { raw: { width: 300, height: 600, channels: 3, pageHeight: 200 } })
  const { events, pages, svgs } = await convert("a.tif", await frames.clone().tiff().toBuffer())
  expect(events[0]).toEqual({ type: "opened", pages: 3, engine: "image" })
  expect(pages.map(({ width, height, text, textLayer }) => ({ width, height, text, textLayer }))).toEqual(
    Array(3).fill({ width: 225, height: 150, text: "", textLayer: [] }),
  )
  expect(new Set(svgs).size).toBe(3)
  expect(svgs.flatMap(svgFaults)).toEqual([])
  expect((await convert("a.gif", await frames.clone().gif().toBuffer())).pages).toHaveLength(1)
})

test("rotates pictures by their EXIF orientation", async () => {
  const { pages } = await convert("a.jpg", await picture.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer())
  expect(pages[0]).toMatchObject({ width: 600, height: 1200 })
})

test("rejects a damaged picture and one with too many pixels [security: 5.2.6]", async () => {
  await expect(convert("a.png", Buffer.from("89504e470d0a1a0a00", "hex"))).rejects.toMatchObject({ reason: "corrupt" })
  const vast = await sharp({ create: { width: 15_000, height: 8000, channels: 3, background: "white" }, limitInputPixels: false })
    .png()
    .toBuffer()
  await expect(convert("a.png", vast)).rejects.toMatchObject({ reason: "too_large" })
})

test("a TIFF shows 500 of its pages and says so", async () => {
  const frames = sharp(Buffer.alloc(8 * 8 * 503, 128), { raw: { width: 8, height: 8 * 503, channels: 1, pageHeight: 8 } })
  const { events, warnings } = await convert("a.tif", await frames.tiff({ compression: "lzw" }).toBuffer(), { maxPages: 1 })
  expect(events[0]).toEqual({ type: "opened", pages: 500, engine: "image" })
  expect(warnings).toEqual(["图片有 503 页，只显示前 500 页"])
})
