import { expect } from "vitest"
import { makePdf, textPage } from "@/server/ports/converter/testing/pdf.fixture"
import { streamObject } from "./pdf/layers"
import { expectInkOf, inkWithin } from "./pdf/page-ink"
import type { Specimen } from "./specimen"

const base = textPage("Page words")
const annotated = (annotations: string, objects: readonly string[] = []): Buffer =>
  makePdf([{ ...base, extra: `/Annots[${annotations}]` }], { extra: () => [...objects] })
/** The same page with the annotation as content of the page. */
const drawn = (content: string): Buffer => makePdf([{ ...base, content: `${base.content}\n${content}` }])
const plain = drawn("")

const quads = "/QuadPoints[50 520 250 520 50 480 250 480]/Rect[50 480 250 520]"
const area = "/Rect[50 400 250 520]"
const annotation = (subtype: string, keys: string): string => `<</Type/Annot/Subtype/${subtype}/F 4${keys}>>`

type Drawing = { name: string; about: string; annotations: string; content: string; words?: readonly string[]; objects?: readonly string[] }

const drawings: readonly Drawing[] = [
  {
    name: "highlight.pdf",
    about: "a highlight without an appearance",
    annotations: annotation("Highlight", `${quads}/C[1 0.8 0]`),
    content: "1 0.8 0 rg 50 480 200 40 re f",
  },
  {
    name: "underline.pdf",
    about: "an underline",
    annotations: annotation("Underline", `${quads}/C[1 0 0]`),
    content: "1 0 0 RG 1 w 50 481 m 250 481 l S",
  },
  {
    name: "strike-out.pdf",
    about: "a line through text",
    annotations: annotation("StrikeOut", `${quads}/C[1 0 0]`),
    content: "1 0 0 RG 1 w 50 500 m 250 500 l S",
  },
  {
    name: "square.pdf",
    about: "a filled square with a border",
    annotations: annotation("Square", `${area}/C[1 0 0]/IC[0 0.6 0]/BS<</W 4>>`),
    content: "1 0 0 RG 0 0.6 0 rg 4 w 52 402 196 116 re B",
  },
  {
    name: "translucent.pdf",
    about: "a square with an opacity of its own",
    annotations: annotation("Square", `${area}/IC[0 0 0.6]/CA 0.5`),
    content: "0.5 0.5 0.8 rg 50 400 200 120 re f",
  },
  {
    name: "circle.pdf",
    about: "a filled circle",
    annotations: annotation("Circle", "/Rect[50 400 150 500]/C[1 0 0]/IC[1 0 0]"),
    content:
      "1 0 0 rg 100 500 m 127.6 500 150 477.6 150 450 c 150 422.4 127.6 400 100 400 c 72.4 400 50 422.4 50 450 c 50 477.6 72.4 500 100 500 c f",
  },
  {
    name: "line.pdf",
    about: "a thick line",
    annotations: annotation("Line", `${area}/L[60 410 240 510]/C[1 0 0]/BS<</W 6>>`),
    content: "1 0 0 RG 6 w 60 410 m 240 510 l S",
  },
  {
    name: "ink.pdf",
    about: "two strokes of a pen",
    annotations: annotation("Ink", `${area}/InkList[[60 410 150 500 240 410][60 450 240 450]]/C[1 0 0]/BS<</W 5>>`),
    content: "1 0 0 RG 5 w 1 J 1 j 60 410 m 150 500 l 240 410 l S 60 450 m 240 450 l S",
  },
  {
    name: "polygon.pdf",
    about: "a polygon",
    annotations: annotation("Polygon", `${area}/Vertices[60 410 150 500 240 410]/C[1 0 0]/BS<</W 5>>`),
    content: "1 0 0 RG 5 w 60 410 m 150 500 l 240 410 l s",
  },
  {
    name: "polyline.pdf",
    about: "a polyline",
    annotations: annotation("PolyLine", `${area}/Vertices[60 410 150 500 240 410]/C[1 0 0]/BS<</W 5>>`),
    content: "1 0 0 RG 5 w 60 410 m 150 500 l 240 410 l S",
  },
  {
    name: "squiggly.pdf",
    about: "a wavy underline",
    annotations: annotation("Squiggly", `${quads}/C[1 0 0]`),
    content: "1 0 0 RG 1 w 50 481 m 250 481 l S",
  },
  {
    name: "free-text.pdf",
    about: "free text without a border",
    annotations: annotation("FreeText", `${area}/DA(/Helv 18 Tf 1 0 0 rg)/Contents(Typed on the page)/BS<</W 0>>`),
    content: "",
    words: ["Typed on the page"],
  },
  {
    name: "chinese-note.pdf",
    about: "free text in Chinese and Latin",
    annotations: annotation("FreeText", `${area}/DA(/Helv 18 Tf 0 g)/Contents<feff6279793aff1a0041004200437b49>/BS<</W 0>>`),
    content: "",
    words: ["批示：ABC等"],
  },
  {
    name: "stamp.pdf",
    about: "a standard stamp without an appearance",
    annotations: annotation("Stamp", "/Rect[50 400 250 450]/Name/NotApproved/C[1 0 0]"),
    content: "",
    words: ["NOT APPROVED"],
  },
  {
    name: "invisible-flag.pdf",
    about: "the flag Invisible, which does not concern known types",
    annotations: annotation("Square", `${area}/IC[0 0.6 0]`).replace("/F 4", "/F 5"),
    content: "0 0.6 0 rg 50 400 200 120 re f",
  },
  {
    name: "many-notes.pdf",
    about: "an annotation with an appearance beside one without",
    annotations: `${annotation("Stamp", "/Rect[50 300 150 350]/AP<</N 9 0 R>>")}${annotation("Square", `${area}/IC[0 0.6 0]`)}`,
    objects: [streamObject("/Type/XObject/Subtype/Form/BBox[0 0 100 50]", "1 0 0 rg 0 0 100 50 re f")],
    content: "0 0.6 0 rg 50 400 200 120 re f 1 0 0 rg 50 300 100 50 re f",
  },
]

const shownForm = streamObject(
  "/Type/XObject/Subtype/Form/BBox[0 0 200 120]/Resources<</Font<</F1 3 0 R>>>>",
  "0 0.6 0 rg 0 0 200 120 re f 0 g BT /F1 18 Tf 5 50 Td (Secret stamp) Tj ET",
)
/** Annotations that screens do not show, by their flags. */
const unseen: ReadonlyArray<readonly [name: string, about: string, flags: number]> = [
  ["hidden-note.pdf", "a hidden annotation", 2],
  ["print-only.pdf", "a stamp for printing only", 36],
  ["no-view-note.pdf", "an annotation that is not for the view", 32],
  ["hidden-printed.pdf", "a hidden annotation that is marked for printing", 6],
]

const expectDrawing = ({ name, about, annotations, content, words = [], objects = [] }: Drawing): Specimen => ({
  name,
  about,
  make: () => annotated(annotations, objects),
  expected: {
    words: ["Page words", ...words],
    warnings: [],
    check: async (run) => {
      // words replace the drawing of text annotations as the expectation
      expect(await inkWithin(run, [50, 390, 250, 530])).toBeGreaterThan(0.003)
      if (content !== "") await expectInkOf(run, drawn(content))
    },
  },
})

/** PDF files with annotations that have no appearance, or that screens do not show. */
export const pdfAnnotationSpecimens: readonly Specimen[] = [
  ...drawings.map(expectDrawing),
  ...unseen.map(([name, about, flags]): Specimen => ({
    name,
    about,
    make: () => {
      const stamp = annotation("Stamp", `${area}/AP<</N 9 0 R>>`).replace("/F 4", `/F ${flags}`)
      const square = annotation("Square", `${area}/IC[0 0.6 0]`).replace("/F 4", `/F ${flags}`)
      return annotated(stamp + square, [shownForm])
    },
    expected: { words: ["Page words"], absentWords: ["Secret stamp"], warnings: [], check: (run) => expectInkOf(run, plain) },
  })),
]
