import { crc32, deflateSync } from "node:zlib"
import sharp, { type Sharp } from "sharp"

/* Images of every kind, valid and invalid, generated on the fly. */

const red = { r: 200, g: 30, b: 30 }

/** Returns an image of noise, so that the file is large and reducing it loses data. */
export const noisy = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red, noise: { type: "gaussian", mean: 128, sigma: 40 } } })
export const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } })

/** Returns an image with a red and a blue half, so that a rotation is visible. */
export const halves = async (width: number, height: number): Promise<Sharp> =>
  plain(width, height).composite([
    {
      input: await sharp({ create: { width: width / 2, height, channels: 3, background: "#0000ff" } })
        .png()
        .toBuffer(),
      left: width / 2,
      top: 0,
    },
  ])

/** Returns a GIF of `frames` frames, each with a different gray. */
export const movingGif = (frames: number, width = 60, height = 40): Promise<Buffer> => {
  const raw = Buffer.alloc(width * height * 3 * frames)
  for (let n = 0; n < frames; n++) raw.fill((n * 37) % 256, n * width * height * 3, (n + 1) * width * height * 3)
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array.from({ length: frames }, () => 80), loop: 0 })
    .toBuffer()
}

/** Returns a GIF with frames of noise: small as a GIF, but large in any other format. */
export const noisyGif = (frames: number, width: number, height: number): Promise<Buffer> => {
  const raw = Buffer.alloc(width * height * 3 * frames)
  for (let at = 0; at < raw.length; at++) raw[at] = (Math.imul(at, 2654435761) >>> 13) & 255
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ effort: 1, colours: 16 })
    .toBuffer()
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns a PNG with one bit per pixel that declares its size: a few kilobytes that unpack to gigabytes. */
export const pngBomb = (side: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc((side / 8 + 1) * 2_000))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

/** Returns an ICO file with `content` as its only entry. */
export const icon = (side: number, depth: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head[6] = side % 256
  head[7] = side % 256
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(depth, 12)
  head.writeUInt32LE(content.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, content])
}

/** Returns the 24-bit bitmap of an icon: a single color, its upper half masked out. */
export const iconBitmap = (side: number, [r, g, b]: [number, number, number]): Buffer => {
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(side, 4)
  head.writeInt32LE(side * 2, 8)
  head.writeUInt16LE(1, 12)
  head.writeUInt16LE(24, 14)
  const row = Math.ceil((side * 24) / 32) * 4
  const maskRow = Math.ceil(side / 32) * 4
  const pixels = Buffer.alloc(row * side)
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) pixels.set([b, g, r], y * row + x * 3)
  const mask = Buffer.alloc(maskRow * side)
  mask.fill(0xff, maskRow * (side / 2))
  return Buffer.concat([head, pixels, mask])
}
