import sharp from "sharp"
import { describe, expect, test, vi } from "vitest"
import type { ConverterPort } from "../converter.port"
import { childCommands, childScript, convertBytes, localConverter, type ConversionRun } from "../testing/conversion.fixture"
import { makePdf, textPage } from "../testing/pdf.fixture"
import { standInTesseract } from "../testing/tesseract.stand-in"
import { tesseractCommand } from "./tesseract-reader"
import { readTesseractTable } from "./tesseract-table"

const scans = new Map<string, Promise<Buffer>>()

/** Returns a picture of this text, drawn once. */
function scan(text: string): Promise<Buffer> {
  const drawn = scans.get(text) ?? drawScan(text)
  scans.set(text, drawn)
  return drawn
}

async function drawScan(text: string): Promise<Buffer> {
  const letters = await sharp({
    text: { text: `<span foreground="black">${text}</span>`, rgba: true, dpi: 220, font: "Noto Sans CJK SC 20" },
  })
    .png()
    .toBuffer()
  return sharp({ create: { width: 1000, height: 1000, channels: 3, background: "white" } })
    .composite([{ input: letters, left: 80, top: 80 }])
    .jpeg()
    .toBuffer()
}

/** Page 1 is text, the others are one JPEG each. */
async function scannedPdf(text: string, count = 2): Promise<Buffer> {
  const jpeg = (await scan(text)).toString("latin1")
  const image = `<</Type/XObject/Subtype/Image/Width 1000/Height 1000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode/Length ${jpeg.length}>>stream\n${jpeg}\nendstream`
  // the objects of the pages come first
  const imageNumber = 7 + 2 * (count + 1)
  const pages = [
    textPage("Plain text"),
    ...Array.from({ length: count }, () => ({
      content: "q 500 0 0 500 0 0 cm /I Do Q",
      resources: `/XObject<</I ${imageNumber} 0 R>>`,
      mediaBox: [0, 0, 500, 500] as [number, number, number, number],
    })),
  ]
  return makePdf(pages, { extra: () => [image] })
}

async function withTesseract<T>(make: Parameters<typeof standInTesseract>, work: (converter: ConverterPort) => Promise<T>): Promise<T> {
  const standIn = await standInTesseract(...make)
  const converter = localConverter(await childScript(), { ocr: { path: standIn.path } })
  try {
    return await work(converter)
  } finally {
    await converter.close()
    await standIn.remove()
  }
}

const recognized = ({ events }: ConversionRun): Array<[number, string]> =>
  events.flatMap((event) => (event.type === "recognized" ? [[event.page, event.text] as [number, string]] : []))

describe("with a tesseract that supports Chinese", () => {
  test("reads the scanned pages after all are rendered, in page points", async () => {
    await withTesseract([["chi_sim", "eng"]], async (converter) => {
      const run = await convertBytes(converter, "a.pdf", await scannedPdf("扫描"), { ocr: true })
      expect(recognized(run)).toEqual([
        [2, "扫描文档\nHello world"],
        [3, "扫描文档\nHello world"],
      ])
      expect(run.events.findIndex(({ type }) => type === "recognized")).toBe(run.events.length - 2)
      expect(run.events.find((event) => event.type === "recognized")).toMatchObject({
        textLayer: [
          ["扫描文档", 50, 50, 200, 20, 0, 0],
          ["Hello world", 50, 100, 160, 20, 0, 0],
        ],
      })
      expect(await converter.capabilities()).toContainEqual(
        expect.objectContaining({ name: "tesseract", installed: true, version: "5.9.9" }),
      )
    })
  })

  test("recognises text only when switched on, and only on pages without text", async () => {
    await withTesseract([["chi_sim"]], async (converter) => {
      expect(recognized(await convertBytes(converter, "a.jpg", await scan("扫描")))).toEqual([])
      expect(recognized(await convertBytes(converter, "b.pdf", makePdf([textPage("Plain text")]), { ocr: true }))).toEqual([])
      expect(recognized(await convertBytes(converter, "a.jpg", await scan("扫描"), { ocr: true }))).toHaveLength(1)
    })
  })

  test("stops after two pages on which the program fails; the document is converted without their text", async () => {
    await withTesseract([["chi_sim"], "exit 1"], async (converter) => {
      const run = await convertBytes(converter, "a.pdf", await scannedPdf("扫描"), { ocr: true })
      expect(run.pages).toHaveLength(3)
      expect(run.warnings).toEqual(["从第 2 页起没有识别出文字"])
    })
  })

  test("uses at most its share of the document's time, and ends with the document", async () => {
    await withTesseract([["chi_sim"], "sleep 60"], async (converter) => {
      const controller = new AbortController()
      const programs = async () => (await childCommands()).filter((line) => /tesseract/.test(line))
      const conversion = convertBytes(converter, "a.pdf", await scannedPdf("扫描"), { ocr: true, signal: controller.signal })
      const refused = expect(conversion).rejects.toThrow("enough")
      await vi.waitFor(async () => expect(await programs()).not.toEqual([]), 20_000)
      controller.abort(new Error("enough"))
      await refused
      expect(await programs()).toEqual([])
    })
  })
})

test("a tesseract without Chinese is ignored", async () => {
  await withTesseract([["eng", "osd"]], async (converter) => {
    const run = await convertBytes(converter, "a.jpg", await scan("扫描"), { ocr: true })
    expect([recognized(run), run.warnings]).toEqual([[], []])
    expect(await converter.capabilities()).toContainEqual(expect.objectContaining({ name: "tesseract", installed: false }))
  })
})

test("runs in a sandbox with its own folder and limits", async () => {
  const tesseract = { command: "/usr/bin/tesseract", version: "5", languages: "chi_sim+eng" }
  const program = (command: string) => ({ command, version: "1" })
  const { args, command } = tesseractCommand(
    tesseract,
    { bubblewrap: { ...program("/usr/bin/bwrap"), options: [] }, setpriv: null, prlimit: program("/usr/bin/prlimit") },
    "/srv/job/ocr",
  )
  expect(command).toBe("/usr/bin/bwrap")
  expect(args.join(" ")).toMatch(
    /--unshare-all .*--bind \/srv\/job\/ocr \/job .*-- \/usr\/bin\/prlimit --as=1500000000 --cpu=30 .*\/usr\/bin\/tesseract \/job\/page.png \/job\/page -l chi_sim\+eng tsv$/,
  )
  const bare = tesseractCommand(tesseract, { bubblewrap: null, setpriv: null, prlimit: null }, "/srv/job/ocr")
  expect([bare.command, bare.args[0]]).toEqual(["/usr/bin/tesseract", "/srv/job/ocr/page.png"])
})

test("skips an invalid table", () => {
  const size = { width: 500, height: 500 }
  expect(readTesseractTable("", size)).toEqual({ text: "", textLayer: [] })
  expect(readTesseractTable("5\t1\t1\t1\t1\t1\tx\ty\tz\tw\t96\t字\n1\t2\n", size)).toEqual({ text: "", textLayer: [] })
})

// The fake program above verifies our side; this test verifies the fake program.
test("the real tesseract reads Chinese and English", async () => {
  const converter = localConverter(await childScript())
  const run = await convertBytes(converter, "a.pdf", await scannedPdf("文档管理\nHello", 1), { ocr: true })
  await converter.close()
  const [[, text = ""] = []] = recognized(run)
  expect(text.replace(/\s/g, "")).toContain("文档管理")
  expect(text).toContain("Hello")
})
