import { expect, test } from "vitest"
import { makePdf } from "../testing/pdf.fixture"
import { readTraits } from "./file-traits"
import { closePage, OpenedDocument, openPage } from "./page-loading"
import { renderPage } from "./page-raster"
import { loadPdfium } from "./pdfium-module"
import { renderThickened } from "./text-thickening"

const WIDTH = 400
/** A blue rectangle above, black letters below the middle of the page. */
const content = "0 0 1 rg 50 600 400 150 re f\n0 g BT /F1 18 Tf 50 300 Td (thin strokes of letters) Tj ET"

test("letters of a cover are darker, and figures are the same", async () => {
  const pdfium = await loadPdfium()
  const file = makePdf([{ content }])
  const buffer = pdfium.memory.alloc(file.length)
  pdfium.memory.write(buffer, file)
  const document = pdfium.api.FPDF_LoadMemDocument(buffer, file.length, "")
  const opened = new OpenedDocument(pdfium, document, readTraits(pdfium, document, { buffer, length: file.length }))
  const loaded = openPage(pdfium, document, 0, opened)
  const plain = renderPage(loaded, WIDTH)
  const thick = renderThickened(loaded, WIDTH)
  closePage(loaded)
  const middle = (plain.data.length / 2) & ~3
  const ink = (data: Buffer) => data.reduce((sum, value, at) => (at % 4 === 3 ? sum : sum + 255 - value), 0)
  expect(thick.data.subarray(0, middle).equals(plain.data.subarray(0, middle))).toBe(true)
  const growth = ink(thick.data.subarray(middle)) / ink(plain.data.subarray(middle))
  expect(growth).toBeGreaterThan(1.05)
  expect(growth).toBeLessThan(1.8)
})
