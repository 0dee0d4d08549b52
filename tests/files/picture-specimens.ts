import sharp from "sharp"
import { expect } from "vitest"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"
import { redHeic } from "@/server/ports/converter/testing/heic.fixture"
import { makePsd } from "./pictures/psd-files"
import type { Specimen } from "./specimen"

type Colour = readonly [red: number, green: number, blue: number]

/** Checks the colour in the middle of the first page, which is stored as a picture. */
const expectColour =
  ([red, green, blue]: Colour) =>
  async ({ svgs }: ConversionRun): Promise<void> => {
    const [, data = ""] = /base64,([^"]+)"/.exec(svgs[0] ?? "") ?? []
    const { data: pixels, info } = await sharp(Buffer.from(data, "base64")).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
    for (const [index, value] of [red, green, blue].entries()) expect(Math.abs((pixels[middle + index] ?? 0) - value)).toBeLessThan(12)
  }

/** A PSD of one colour and what it looks like. */
const psd = (name: string, about: string, parts: Parameters<typeof makePsd>[0], colour: Colour): Specimen => ({
  name,
  about,
  make: () => makePsd(parts),
  expected: { pages: 1, check: expectColour(colour) },
})

const size = { width: 40, height: 30 }
const palette = Buffer.concat([Buffer.alloc(256, 10), Buffer.alloc(256, 200), Buffer.alloc(256, 30)])

const manyFrames = async (count: number): Promise<Buffer> =>
  sharp(Buffer.alloc(8 * 8 * count, 128), { raw: { width: 8, height: 8 * count, channels: 1, pageHeight: 8 } })
    .tiff({ compression: "lzw" })
    .toBuffer()

/** Pictures of cameras, telephones, scanners and Photoshop. */
export const pictureSpecimens: readonly Specimen[] = [
  {
    name: "modern.avif",
    about: "AV1",
    make: () =>
      sharp({ create: { width: 64, height: 48, channels: 3, background: { r: 20, g: 120, b: 220 } } })
        .avif({ effort: 0 })
        .toBuffer(),
    expected: { pages: 1, check: expectColour([20, 120, 220]) },
  },
  {
    name: "really-avif.jpg",
    about: "AV1 under the name of a JPEG",
    make: () =>
      sharp({ create: { width: 64, height: 48, channels: 3, background: "red" } })
        .avif({ effort: 0 })
        .toBuffer(),
    expected: { pages: 1, check: expectColour([255, 0, 0]) },
  },
  {
    name: "phone.heic",
    about: "HEVC, as telephones write it",
    make: () => redHeic,
    expected: { pages: 1, check: expectColour([255, 0, 0]) },
  },
  {
    name: "phone.jpg",
    about: "HEVC under the name of a JPEG",
    make: () => redHeic,
    expected: { pages: 1, check: expectColour([255, 0, 0]) },
  },
  { name: "plan.dxf", about: "a drawing of a CAD program", make: () => Buffer.from("0\nSECTION\n"), expected: { refusal: "unsupported" } },
  { name: "fax.tif", about: "twelve pages", make: () => manyFrames(12), expected: { pages: 12 } },
  psd("rgb.psd", "RGB, rows as they are", { ...size, mode: "rgb", values: [200, 100, 50] }, [200, 100, 50]),
  psd(
    "packed.psd",
    "RGB with transparency, packed rows",
    { ...size, mode: "rgb", values: [10, 180, 90, 128], packed: true },
    [10, 180, 90],
  ),
  psd("cmyk.psd", "inks, stored inverted", { ...size, mode: "cmyk", values: [255, 0, 255, 255], packed: true }, [255, 0, 255]),
  psd("black.psd", "black ink over a colour", { ...size, mode: "cmyk", values: [255, 255, 255, 100] }, [100, 100, 100]),
  psd("grey.psd", "one channel", { ...size, mode: "grey", values: [77] }, [77, 77, 77]),
  psd("deep.psd", "16 bits a channel", { ...size, mode: "rgb", depth: 16, values: [0xc800, 0x6400, 0x3200] }, [200, 100, 50]),
  psd("line.psd", "black and white", { width: 16, height: 16, mode: "bitmap", depth: 1, values: [1] }, [0, 0, 0]),
  psd("palette.psd", "a palette", { ...size, mode: "indexed", values: [5], palette }, [10, 200, 30]),
  psd("large.psb", "the format for large pictures", { ...size, mode: "rgb", values: [1, 2, 250], packed: true, large: true }, [1, 2, 250]),
  psd(
    "wide.psd",
    "more pixels than are stored",
    { width: 7000, height: 20, mode: "rgb", values: [90, 90, 200], packed: true },
    [90, 90, 200],
  ),
  {
    name: "lab.psd",
    about: "colours that are not converted",
    make: () => makePsd({ ...size, mode: "lab", values: [1, 2, 3] }),
    expected: { refusal: "unsupported" },
  },
  {
    name: "bomb.psd",
    about: "a header that claims 30,000 by 30,000 pixels",
    make: () => {
      const file = makePsd({ ...size, mode: "rgb", values: [1, 2, 3] })
      file.writeUInt32BE(30_000, 14)
      file.writeUInt32BE(30_000, 18)
      return file
    },
    expected: { refusal: "too_large" },
  },
  {
    name: "cut.psd",
    about: "an interrupted download",
    make: () => makePsd({ ...size, mode: "rgb", values: [1, 2, 3] }).subarray(0, 1000),
    expected: { refusal: "corrupt" },
  },
  { name: "text.psd", about: "a text under the name of a PSD", make: () => Buffer.from("正文"), expected: { refusal: "mismatch" } },
]
