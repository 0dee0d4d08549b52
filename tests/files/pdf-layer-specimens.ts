import { expect } from "vitest"
import { chinese, makePdf } from "@/server/ports/converter/testing/pdf.fixture"
import { withObjectStream } from "./pdf/byte-fonts"
import { formObject, inLayer, layeredPdf, pixelObject, streamObject, textLine } from "./pdf/layers"
import { expectInkOf } from "./pdf/page-ink"
import type { Specimen } from "./specimen"

const square = "0 0.4 0.8 rg 300 300 200 200 re f\n"
const picture = "q 200 0 0 200 300 300 cm /I Do Q\n"
const two = [{ name: "Plan" }, { name: "Notes" }] as const
/** The content that is visible in every file, and a file that has nothing else. */
const visibleContent = textLine("Visible words", 760)
const plain = makePdf([{ content: visibleContent }])
const solutionContent = visibleContent + inLayer("L1", textLine("Hidden answer") + square)

type Case = { name: string; about: string; file: Buffer; visible?: readonly string[]; reference?: Buffer }

/** A file in which “Hidden answer” and a square are in a hidden layer. */
const hides = ({ name, about, file, visible = [], reference = plain }: Case): Specimen => ({
  name,
  about,
  make: () => file,
  expected: {
    words: ["Visible words", ...visible],
    absentWords: ["Hidden", "answer", "隐藏"],
    warnings: [],
    check: (run) => expectInkOf(run, reference),
  },
})

/** A file in which nothing is hidden though it has layers. */
const shows = (name: string, about: string, file: Buffer, words: readonly string[] = ["Visible words", "Hidden answer"]): Specimen => ({
  name,
  about,
  make: () => file,
  expected: {
    words: [...words],
    warnings: [],
    check: (run) => expectInkOf(run, makePdf([{ content: visibleContent + textLine("Hidden answer") + square }])),
  },
})

const optionalForm = (keys: string, content = textLine("Hidden answer") + square): string => formObject(content, keys)

/** An annotation with an appearance of its own. */
const note = (keys: string): string => `/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[300 300 500 500]/AP<</N 11 0 R>>${keys}>>]`
const noteForm = streamObject(
  "/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<</Font<</F1 3 0 R>>>>",
  "0 0.4 0.8 rg 0 0 200 200 re f 0 g BT /F1 18 Tf 5 50 Td (Hidden answer) Tj ET",
)

const hidden: readonly Case[] = [
  { name: "off.pdf", about: "a layer that is off", file: layeredPdf({ groups: two, config: "/OFF[10 0 R]", content: solutionContent }) },
  {
    name: "packed-layers.pdf",
    about: "a layer that is off, in compressed objects",
    file: withObjectStream(layeredPdf({ groups: two, config: "/OFF[10 0 R]", content: solutionContent })),
  },
  {
    name: "base.pdf",
    about: "all layers off but the listed ones",
    file: layeredPdf({
      groups: two,
      config: "/BaseState/OFF/ON[9 0 R]",
      content: visibleContent + inLayer("L1", textLine("Hidden answer") + square) + inLayer("L0", textLine("Plan words", 600)),
    }),
    visible: ["Plan words"],
    reference: makePdf([{ content: visibleContent + textLine("Plan words", 600) }]),
  },
  {
    name: "usage.pdf",
    about: "a layer for export only, by its usage",
    file: layeredPdf({
      groups: [{ name: "Plan" }, { name: "Notes", keys: "/Usage<</View<</ViewState/OFF>>/Export<</ExportState/ON>>>>" }],
      config: "/AS[<</Event/View/Category[/View]/OCGs[9 0 R 10 0 R]>>]",
      content: solutionContent,
    }),
  },
  {
    name: "layered-form.pdf",
    about: "a form in a hidden layer",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: `${visibleContent}/X Do\n`,
      objects: [optionalForm("/OC 10 0 R")],
      resources: "/XObject<</X 11 0 R>>",
    }),
  },
  {
    name: "layered-picture.pdf",
    about: "a picture in a hidden layer",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: visibleContent + picture,
      objects: [pixelObject("/OC 10 0 R")],
      resources: "/XObject<</I 11 0 R>>",
    }),
  },
  {
    name: "inner.pdf",
    about: "a hidden layer within a visible form",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: "/X Do\n",
      objects: [formObject(visibleContent + inLayer("L1", textLine("Hidden answer") + square), "", "/Properties<</L1 10 0 R>>")],
      resources: "/XObject<</X 11 0 R>>",
    }),
  },
  {
    name: "deep.pdf",
    about: "a hidden form within a form within a visible layer",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: visibleContent + inLayer("L0", "/X Do\n"),
      objects: [formObject("/Y Do", "", "/XObject<</Y 12 0 R>>"), optionalForm("/OC 10 0 R")],
      resources: "/XObject<</X 11 0 R>>",
    }),
  },
  {
    name: "nested.pdf",
    about: "a visible layer nested in a hidden one",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: visibleContent + inLayer("L1", inLayer("L0", textLine("Hidden answer") + square)),
    }),
  },
  {
    name: "nested-inside.pdf",
    about: "a hidden layer nested in a visible one",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: inLayer("L0", visibleContent + inLayer("L1", textLine("Hidden answer") + square)),
    }),
  },
  {
    name: "policy.pdf",
    about: "visible only while a visible layer is off",
    file: layeredPdf({
      groups: two,
      config: "",
      content: visibleContent + inLayer("M", textLine("Hidden answer") + square),
      objects: ["<</Type/OCMD/OCGs[9 0 R]/P/AllOff>>"],
      layerNames: "/M 11 0 R",
    }),
  },
  {
    name: "any-off.pdf",
    about: "visible while any layer is off, and none is",
    file: layeredPdf({
      groups: two,
      config: "",
      content: visibleContent + inLayer("M", textLine("Hidden answer") + square),
      objects: ["<</Type/OCMD/OCGs[9 0 R 10 0 R]/P/AnyOff>>"],
      layerNames: "/M 11 0 R",
    }),
  },
  {
    name: "all-on.pdf",
    about: "visible only while both layers are on",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: visibleContent + inLayer("M", textLine("Hidden answer") + square),
      objects: ["<</Type/OCMD/OCGs[9 0 R 10 0 R]/P/AllOn>>"],
      layerNames: "/M 11 0 R",
    }),
  },
  {
    name: "expression.pdf",
    about: "a visibility expression that is false",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: visibleContent + inLayer("M", textLine("Hidden answer") + square),
      objects: ["<</Type/OCMD/OCGs[9 0 R]/VE[/And 9 0 R[/Or 10 0 R[/Not 9 0 R]]]>>"],
      layerNames: "/M 11 0 R",
    }),
  },
  {
    name: "member-form.pdf",
    about: "a form whose membership is false",
    file: layeredPdf({
      groups: two,
      config: "",
      content: `${visibleContent}/X Do\n`,
      objects: ["<</Type/OCMD/VE[/Not 9 0 R]>>", optionalForm("/OC 11 0 R")],
      resources: "/XObject<</X 12 0 R>>",
    }),
  },
  {
    name: "namesakes.pdf",
    about: "two layers of the same name, one of them off",
    file: layeredPdf({
      groups: [{ name: "Layer" }, { name: "Layer" }],
      config: "/OFF[10 0 R]",
      content: inLayer("L0", visibleContent) + inLayer("L1", textLine("Hidden answer") + square),
    }),
  },
  {
    name: "invisible-words.pdf",
    about: "recognized words in a hidden layer, drawn with invisible letters",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: visibleContent + inLayer("L1", `BT /F1 18 Tf 3 Tr 50 700 Td (Hidden answer) Tj ET\n`),
    }),
  },
  {
    name: "chinese-layer.pdf",
    about: "Chinese words in a hidden layer, line by line",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: visibleContent + [700, 660, 620].map((y) => inLayer("L1", `BT /F2 18 Tf 50 ${y} Td ${chinese("隐藏")} Tj ET\n`)).join(""),
    }),
  },
  {
    name: "white.pdf",
    about: "a hidden white cover over visible words",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: visibleContent + inLayer("L1", `1 g 0 700 595 142 re f 0 g\n${textLine("Hidden answer")}`),
    }),
  },
  {
    name: "layered-note.pdf",
    about: "an annotation in a hidden layer",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: visibleContent,
      objects: [noteForm],
      page: { extra: note("/OC 10 0 R") },
    }),
  },
  {
    name: "two-notes.pdf",
    about: "an annotation in a hidden layer and one in a visible layer",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: visibleContent,
      objects: [noteForm],
      page: {
        extra: `${note("/OC 10 0 R").slice(0, -1)}<</Type/Annot/Subtype/Square/Rect[50 50 150 150]/IC[1 0 0]/F 4/OC 9 0 R>>]`,
      },
    }),
    reference: makePdf([{ content: `${visibleContent}1 0 0 rg 50 50 100 100 re f` }]),
  },
  {
    name: "inside-note.pdf",
    about: "a hidden layer within the appearance of a visible annotation",
    file: layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: visibleContent,
      objects: [formObject(inLayer("L1", textLine("Hidden answer") + square), "", "/Properties<</L1 10 0 R>>")],
      page: { extra: "/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 595 842]/AP<</N 11 0 R>>>>]" },
    }),
  },
]

const visible: readonly Specimen[] = [
  shows("on.pdf", "layers that are on", layeredPdf({ groups: two, config: "/ON[9 0 R 10 0 R]/OFF[]", content: solutionContent })),
  shows(
    "no-view.pdf",
    "an off layer whose intent is not the view",
    layeredPdf({ groups: [{ name: "Plan" }, { name: "Notes", keys: "/Intent/Design" }], config: "/OFF[10 0 R]", content: solutionContent }),
  ),
  shows(
    "either.pdf",
    "a membership that one visible layer fulfils",
    layeredPdf({
      groups: two,
      config: "/OFF[10 0 R]",
      content: visibleContent + inLayer("M", textLine("Hidden answer") + square),
      objects: ["<</Type/OCMD/OCGs[9 0 R 10 0 R]/P/AnyOn>>"],
      layerNames: "/M 11 0 R",
    }),
  ),
  {
    name: "scan-layer.pdf",
    about: "recognized words of a visible layer stay, though they are drawn with invisible letters",
    make: () =>
      layeredPdf({
        groups: two,
        config: "/OFF[10 0 R]",
        content:
          inLayer("L0", `${picture}BT /F1 18 Tf 3 Tr 50 760 Td (Recognized words) Tj ET\n`) + inLayer("L1", textLine("Hidden answer")),
        objects: [pixelObject()],
        resources: "/XObject<</I 11 0 R>>",
      }),
    expected: { words: ["Recognized words"], absentWords: ["Hidden answer"], warnings: [] },
  },
  {
    name: "many-layers.pdf",
    about: "hundreds of sections of two layers",
    make: () =>
      layeredPdf({
        groups: two,
        config: "/OFF[10 0 R]",
        content: Array.from({ length: 600 }, (_, index) =>
          inLayer(
            `L${index % 2}`,
            `BT /F1 6 Tf ${20 + (index % 20) * 28} ${820 - Math.floor(index / 20) * 20} Td (${index % 2 ? "no" : "yes"}${index}) Tj ET\n`,
          ),
        ).join(""),
      }),
    expected: {
      words: ["yes0", "yes598"],
      absentWords: ["no1", "no599"],
      check: (run) =>
        expect(
          run.pages[0]!.textLayer.map(([text]) => text)
            .join(" ")
            .match(/yes/g),
        ).toHaveLength(300),
    },
  },
  {
    name: "undrawn-pages.pdf",
    about: "pages of which only the first has hidden words",
    make: () => layeredPdf({ groups: two, config: "/OFF[10 0 R]", content: solutionContent }),
    expected: { pages: 1, words: ["Visible words"], absentWords: ["Hidden answer"] },
  },
]

/** PDF files with layers (optional content), some of which are hidden. */
export const pdfLayerSpecimens: readonly Specimen[] = [...hidden.map(hides), ...visible]
