import { expect } from "vitest"
import { makePdf, type PdfPage } from "@/server/ports/converter/testing/pdf.fixture"
import { formObject, pixelObject, textLine } from "./pdf/layers"
import { expectInkOf } from "./pdf/page-ink"
import type { Specimen } from "./specimen"

const visibleContent = textLine("Visible words", 760)
const at = (x: number, y: number): string => `BT /F1 18 Tf ${x} ${y} Td (Secret answer) Tj ET\n`
const picture = (x: number, y: number): string => `q 100 0 0 100 ${x} ${y} cm /I Do Q\n`
const HALF = "/CropBox[0 0 300 842]"

/** A page with words and perhaps a picture beyond its edges, which must look as if it had none. */
const hides = (name: string, about: string, page: PdfPage, objects: readonly string[] = []): Specimen => ({
  name,
  about,
  make: () => makePdf([page], { extra: () => [...objects] }),
  expected: {
    pages: 1,
    words: ["Visible words"],
    absentWords: ["Secret"],
    warnings: [],
    check: async (run) => {
      expect(run.svgs[0]).not.toContain("<image")
      expect(
        run.pages[0]!.textLayer.map(([text]) => text)
          .join("")
          .replace(/\s/g, ""),
      ).toBe("Visiblewords")
      await expectInkOf(run, makePdf([{ content: visibleContent, extra: page.extra }]))
    },
  },
})

/** Pages that were cut out of larger ones: what lies beyond their edges is not published. */
export const pdfEdgeSpecimens: readonly Specimen[] = [
  hides(
    "cropped.pdf",
    "one half of a scanned spread, with the words and the picture of the other half",
    {
      content: `${visibleContent}${at(350, 760)}${picture(400, 300)}`,
      resources: "/XObject<</I 9 0 R>>",
      extra: HALF,
    },
    [pixelObject()],
  ),
  hides("above.pdf", "words above the page and on its left", { content: `${visibleContent}${at(50, 2000)}${at(-400, 400)}` }),
  hides("turned-crop.pdf", "the same half, turned", { content: `${visibleContent}${at(350, 760)}`, extra: `${HALF}/Rotate 90` }),
  hides(
    "cropped-form.pdf",
    "words beyond the edge within a form that is visible",
    { content: "q 0.5 0 0 0.5 0 400 cm /X Do Q\n/Y Do\n", resources: "/XObject<</X 9 0 R/Y 10 0 R>>", extra: HALF },
    [formObject(at(900, 300)), formObject(visibleContent)],
  ),
  {
    name: "crossing.pdf",
    about: "words that the edge cuts stay whole",
    make: () => makePdf([{ content: visibleContent + at(250, 400), extra: HALF }]),
    expected: { pages: 1, words: ["Visible words", "Secret answer"], warnings: [] },
  },
]
