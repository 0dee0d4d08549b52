import { expect } from "vitest"
import { makePdf } from "@/server/ports/converter/testing/pdf.fixture"
import { jbig2 } from "./ofd/sample-parts"
import { formObject, streamObject, textLine } from "./pdf/layers"
import { inkWithin } from "./pdf/page-ink"
import type { Specimen } from "./specimen"

const words = textLine("Picture words", 760)
const pictureContent = "q 200 0 0 200 100 300 cm /I Do Q\n"
const pictureArea = [100, 300, 300, 500] as const

const pictureObject = (filter: string, body: string, keys = "/ColorSpace/DeviceGray/BitsPerComponent 1"): string =>
  streamObject(`/Type/XObject/Subtype/Image/Width 16/Height 16${keys}/Filter/${filter}`, body)

/** The segments of a JBIG2 file without its header, as PDF embeds them. */
const segments = jbig2().subarray(13).toString("latin1")
const damagedJbig2 = pictureObject("JBIG2Decode", `\u0000\u0000\u0000\u0000\u003f${"x".repeat(60)}`)
const damagedJpx = pictureObject("JPXDecode", "no code stream at all", "/ColorSpace/DeviceRGB/BitsPerComponent 8")
const damagedJpeg = pictureObject("DCTDecode", "no picture", "/ColorSpace/DeviceRGB/BitsPerComponent 8")

type Pictures = { name: string; about: string; content?: string; objects: readonly string[]; resources?: string; warnings: string[] }

const withPictures = ({
  name,
  about,
  content = pictureContent,
  objects,
  resources = "/XObject<</I 9 0 R>>",
  warnings,
}: Pictures): Specimen => ({
  name,
  about,
  make: () => makePdf([{ content: words + content, resources }], { extra: () => [...objects] }),
  expected: {
    words: ["Picture words"],
    warnings,
    check: async (run) => expect(await inkWithin(run, pictureArea)).toBe(warnings.length === 0 ? 1 : 0),
  },
})

const one = ["第 1 页有一张图片无法显示"]

/** PDF files with pictures, some of which cannot be decoded. */
export const pdfPictureSpecimens: readonly Specimen[] = [
  withPictures({ name: "jbig2.pdf", about: "a JBIG2 picture", objects: [pictureObject("JBIG2Decode", segments)], warnings: [] }),
  withPictures({ name: "damaged-jbig2.pdf", about: "a damaged JBIG2 picture", objects: [damagedJbig2], warnings: one }),
  withPictures({
    name: "empty-jbig2.pdf",
    about: "a JBIG2 picture without data",
    objects: [pictureObject("JBIG2Decode", "")],
    warnings: one,
  }),
  withPictures({ name: "damaged-jpx.pdf", about: "a damaged JPEG 2000 picture", objects: [damagedJpx], warnings: one }),
  withPictures({ name: "damaged-jpeg.pdf", about: "a damaged JPEG", objects: [damagedJpeg], warnings: one }),
  withPictures({
    name: "unknown-filter.pdf",
    about: "a picture in an unknown format",
    objects: [pictureObject("FutureDecode", "x")],
    warnings: one,
  }),
  withPictures({
    name: "two-damaged.pdf",
    about: "two damaged pictures",
    content: `${pictureContent}q 50 0 0 50 100 100 cm /J Do Q\n`,
    objects: [damagedJbig2, damagedJpx],
    resources: "/XObject<</I 9 0 R/J 10 0 R>>",
    warnings: ["第 1 页有 2 张图片无法显示"],
  }),
  withPictures({
    name: "damaged-in-form.pdf",
    about: "a damaged picture within a form",
    content: "/X Do\n",
    objects: [formObject(pictureContent, "", "/XObject<</I 10 0 R>>"), damagedJbig2],
    resources: "/XObject<</X 9 0 R>>",
    warnings: one,
  }),
  withPictures({
    name: "damaged-on-bitmap.pdf",
    about: "a damaged picture on a page that is a bitmap because of its shading",
    content: `q 50 50 100 100 re W n /S sh Q\n${pictureContent}`,
    objects: [damagedJbig2],
    resources: `/XObject<</I 9 0 R>>/Shading<</S<</ShadingType 2/ColorSpace/DeviceRGB/Coords[50 50 150 150]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>>>`,
    warnings: one,
  }),
]
