import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { expect, test } from "vitest"
import { maxFrames, type PicturesPort, type Redrawing } from "./pictures.port"

const red = { r: 200, g: 30, b: 30 }
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } })
const inBox: Redrawing = {
  format: "jpeg",
  box: { width: 200, height: 200, fit: "inside" },
  output: { type: "webp", quality: 82 },
  moving: false,
}

const movingGif = (frames: number): Promise<Buffer> => {
  const raw = Buffer.alloc(8 * 8 * 3 * frames)
  for (let n = 0; n < frames; n++) raw.fill((n * 37) % 256, n * 192, (n + 1) * 192)
  return sharp(raw, { raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 } })
    .gif({ delay: Array.from({ length: frames }, () => 80) })
    .toBuffer()
}

/** The test suite that every adapter must pass. `pictures` is called when a test begins. */
export function picturesSuite(pictures: () => PicturesPort): void {
  const redraw = async (content: Buffer, how: Redrawing) => {
    const folder = await mkdtemp(join(tmpdir(), "pictures-"))
    try {
      await writeFile(join(folder, "picture"), content)
      return await pictures().redraw(join(folder, "picture"), how)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  test("a photo becomes a small WebP, upright and without metadata", async () => {
    const photo = await plain(800, 400)
      .withExif({ IFD0: { Copyright: "somebody" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { content, ...rest } = await redraw(photo, inBox)
    expect(rest).toEqual({ width: 100, height: 200, moving: false })
    const meta = await sharp(content).metadata()
    expect([meta.format, meta.exif, meta.orientation]).toEqual(["webp", undefined, undefined])
  })

  test("a picture becomes a JPEG on white if requested", async () => {
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: { ...red, alpha: 0 } } })
      .webp()
      .toBuffer()
    const { content } = await redraw(clear, { ...inBox, format: "webp", output: { type: "jpeg", quality: 82 } })
    expect((await sharp(content).metadata()).format).toBe("jpeg")
    expect([...(await sharp(content).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  })

  test("an icon becomes a PNG of the requested size", async () => {
    const png = await plain(32, 16).png().toBuffer()
    const directory = Buffer.alloc(22)
    directory.writeUInt16LE(1, 2)
    directory.writeUInt16LE(1, 4)
    directory.writeUInt32LE(png.length, 14)
    directory.writeUInt32LE(22, 18)
    const icon = Buffer.concat([directory, png])
    const { content } = await redraw(icon, {
      format: "ico",
      box: { width: 64, height: 64, fit: "contain" },
      output: { type: "png" },
      moving: false,
    })
    expect(await sharp(content).metadata()).toMatchObject({ format: "png", width: 64, height: 64, hasAlpha: true })
  })

  test("an animation keeps its frames where permitted, and is reduced to its first frame elsewhere", async () => {
    const gif = await movingGif(4)
    const moving = await redraw(gif, { ...inBox, format: "gif", moving: true })
    expect([moving.moving, (await sharp(moving.content, { animated: true }).metadata()).pages]).toEqual([true, 4])
    expect(await redraw(gif, { ...inBox, format: "gif" })).toMatchObject({ moving: false, width: 8, height: 8 })
  })

  test.each<[string, () => Promise<Buffer>, Redrawing["format"], string]>([
    ["half a picture", async () => (await plain(300, 300).jpeg().toBuffer()).subarray(0, -300), "jpeg", "damaged"],
    ["another format than its first bytes said", () => plain(20, 20).png().toBuffer(), "jpeg", "damaged"],
    ["no icon", async () => Buffer.from("00000100", "hex"), "ico", "damaged"],
    ["too many frames", () => movingGif(maxFrames + 1), "gif", "frames"],
    ["too many pixels", () => plain(10_000, 5_001).png({ compressionLevel: 9 }).toBuffer(), "png", "pixels"],
  ])("%s is rejected", async (_, make, format, reason) => {
    await expect(redraw(await make(), { ...inBox, format, moving: true })).rejects.toMatchObject({ name: "PictureError", reason })
  })
}
