import { gunzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { type ConversionRun, localConversions } from "@/server/ports/converter/testing/conversion.fixture"
import { ofdSpecimens } from "./ofd-specimens"
import { mailSpecimens } from "./mail-specimens"
import { mindmapSpecimens } from "./mindmap-specimens"
import { officeSpecimens } from "./office-specimens"
import { rareCharacterSpecimens } from "./rare-character-specimens"
import { rubySpecimens } from "./ruby-specimens"
import { sheetSpecimens } from "./sheet-specimens"
import { bookSpecimens } from "./book-specimens"
import { bookDrawingSpecimens } from "./book-drawing-specimens"
import { bookContentSpecimens } from "./book-content-specimens"
import { archiveSpecimens } from "./archive-specimens"
import { encodingSpecimens } from "./encoding-specimens"
import { isRefusal, type Specimen } from "./specimen"
import { pictureSpecimens } from "./picture-specimens"
import { pdfAnnotationSpecimens } from "./pdf-annotation-specimens"
import { pdfFormSpecimens, pdfUnitSpecimens } from "./pdf-form-specimens"
import { pdfLayerSpecimens } from "./pdf-layer-specimens"
import { pdfLayerStateSpecimens } from "./pdf-layer-state-specimens"
import { pdfMeaningSpecimens } from "./pdf-meaning-specimens"
import { pdfPermissionSpecimens } from "./pdf-permission-specimens"
import { pdfPictureSpecimens } from "./pdf-picture-specimens"
import { pdfTextSpecimens } from "./pdf-texts-specimens"
import { textSpecimens } from "./text-specimens"

/** Each list holds the specimens of one family of formats. */
const lists: Record<string, readonly Specimen[]> = {
  texts: textSpecimens,
  encodings: encodingSpecimens,
  books: bookSpecimens,
  "contents of books": bookContentSpecimens,
  "drawings in books": bookDrawingSpecimens,
  "rare characters": rareCharacterSpecimens,
  readings: rubySpecimens,
  sheets: sheetSpecimens,
  "texts of PDF": pdfTextSpecimens,
  "layers of PDF": pdfLayerSpecimens,
  "states of layers of PDF": pdfLayerStateSpecimens,
  "annotations of PDF": pdfAnnotationSpecimens,
  "forms of PDF": pdfFormSpecimens,
  "units of PDF": pdfUnitSpecimens,
  "meaning of texts of PDF": pdfMeaningSpecimens,
  "permissions of PDF": pdfPermissionSpecimens,
  "pictures of PDF": pdfPictureSpecimens,
  "OFD files": ofdSpecimens,
  archives: archiveSpecimens,
  mails: mailSpecimens,
  pictures: pictureSpecimens,
  "mind maps": mindmapSpecimens,
  "office files": officeSpecimens,
}

const squeeze = (text: string): string => text.replace(/\s+/g, "")

/** Returns everything that leaves the server for readers: search text, text layers, SVG text and rows. */
const publishedText = ({ text, pages, svgs, events }: ConversionRun): string => {
  const layers = pages.flatMap((page) => page.textLayer.map(([run]) => run))
  const rows = events.flatMap((event) => (event.type === "rows" ? [gunzipSync(event.rows).toString("utf8")] : []))
  const books = events.flatMap((event) => (event.type === "sheets" ? [JSON.stringify(event.book)] : []))
  return squeeze([text, ...layers, ...svgs.map((svg) => svg.replace(/<[^>]*>/g, "")), ...rows, ...books].join("\n"))
}

const expectInOrder = (text: string, words: readonly string[]): void => {
  let from = 0
  for (const word of words.map(squeeze)) {
    const at = text.indexOf(word, from)
    expect(at, `“${word}” in “${text.slice(from, from + 300)}”`).toBeGreaterThanOrEqual(0)
    from = at + word.length
  }
}

describe.each(Object.entries(lists))("%s", (_, specimens) => {
  const convert = localConversions()

  test.each(specimens.map((specimen) => [specimen.name, specimen.about, specimen] as const))("%s: %s", async (name, _about, specimen) => {
    const content = await specimen.make()
    const { expected } = specimen
    if (isRefusal(expected)) {
      await expect(convert(name, content)).rejects.toMatchObject({ reason: expected.refusal })
      return
    }
    const run = await convert(name, content)
    if (expected.pages !== undefined) expect(run.pages).toHaveLength(expected.pages)
    expectInOrder(squeeze(run.text), expected.words ?? [])
    const published = publishedText(run)
    for (const word of expected.absentWords ?? []) expect(published).not.toContain(squeeze(word))
    expect(run.warnings.toSorted()).toEqual((expected.warnings ?? []).toSorted())
    await expected.check?.(run)
  })
})
