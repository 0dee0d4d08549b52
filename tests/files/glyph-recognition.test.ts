import { expect, test } from "vitest"
import { childScript, convertBytes, type ConversionRun, localConverter } from "@/server/ports/converter/testing/conversion.fixture"
import { standInTesseract } from "@/server/ports/converter/testing/tesseract.stand-in"
import { makePdf } from "@/server/ports/converter/testing/pdf.fixture"
import { textLine } from "./pdf/layers"
import { glyphPage } from "./pdf-meaning-specimens"

/** Converts with a mock tesseract that recognizes two lines on every picture. */
async function convert(content: Buffer, ocr: boolean): Promise<ConversionRun> {
  const tesseract = await standInTesseract(["chi_sim", "eng"])
  const converter = localConverter(await childScript(), { ocr: { path: tesseract.path } })
  try {
    return await convertBytes(converter, "a.pdf", content, { ocr })
  } finally {
    await converter.close()
    await tesseract.remove()
  }
}

const recognizedPages = ({ events }: ConversionRun): unknown[] =>
  events.flatMap((event) => (event.type === "recognized" ? [[event.page, event.text, event.textLayer.map(([text]) => text)]] : []))

test("a page whose fonts name no letters is recognized where OCR is on, and only that text is published", async () => {
  const run = await convert(glyphPage(), true)
  expect(run.pages.map(({ text, textLayer }) => ({ text, textLayer }))).toEqual([{ text: "", textLayer: [] }])
  expect(recognizedPages(run)).toEqual([[1, "扫描文档\nHello world", ["扫描文档", "Hello world"]]])
  expect(run.text).not.toContain("abab")
})

test("without OCR such a page has no text", async () => {
  const run = await convert(glyphPage(), false)
  expect(recognizedPages(run)).toEqual([])
  expect(run.text.trim()).toBe("")
})

test("a page with a few words in ordinary fonts keeps its own text", async () => {
  const run = await convert(makePdf([{ content: textLine("abab baba") }]), true)
  expect(recognizedPages(run)).toEqual([])
  expect(run.pages[0]!.text).toBe("abab baba")
})
