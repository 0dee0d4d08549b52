import sharp from "sharp"
import { expect, test } from "vitest"
import { localConversions, type ConversionRun } from "../testing/conversion.fixture"
import { makePdf } from "../testing/pdf.fixture"

const convert = localConversions()

/** Converts a page filled by one JPEG, dark on the left and light on the right. `entries` are added to the image's dictionary. */
async function convertJpeg(entries: string, more: string[] = []): Promise<ConversionRun> {
  const light = await sharp({ create: { width: 100, height: 200, channels: 3, background: "#e0e0e0" } })
    .png()
    .toBuffer()
  const picture = sharp({ create: { width: 200, height: 200, channels: 3, background: "#102040" } }).composite([
    { input: light, left: 100, top: 0 },
  ])
  const jpeg = (await picture.jpeg().toBuffer()).toString("latin1")
  const image = `<</Type/XObject/Subtype/Image/Width 200/Height 200/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode${entries}/Length ${jpeg.length}>>stream\n${jpeg}\nendstream`
  const page = { content: "q 400 0 0 400 50 50 cm /I Do Q", resources: "/XObject<</I 9 0 R>>" }
  return convert("a.pdf", makePdf([page], { extra: () => [image, ...more] }))
}

test("passes a JPEG through unchanged", async () => {
  const { pages, svgs } = await convertJpeg("")
  expect(pages[0]?.kind).toBe("vector")
  expect(svgs[0]).toContain("data:image/jpeg;base64,")
})

test("does not pass a JPEG through if the PDF inverts its colours", async () => {
  const { pages } = await convertJpeg("/Decode[1 0 1 0 1 0]")
  expect(pages[0]?.kind).toBe("raster")
})

test("keeps a JPEG's soft mask", async () => {
  const gray = Buffer.from([0, 255]).toString("latin1")
  const mask = `<</Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 2>>stream\n${gray}\nendstream`
  const { pages, svgs } = await convertJpeg("/SMask 10 0 R", [mask])
  expect(pages[0]?.kind).toBe("vector")
  expect(svgs[0]).not.toContain("data:image/jpeg")
  expect(svgs[0]).toContain("data:image/webp")
})
