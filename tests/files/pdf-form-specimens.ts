import { expect } from "vitest"
import { makePdf, textPage } from "@/server/ports/converter/testing/pdf.fixture"
import { withObjectStream } from "./pdf/byte-fonts"
import { streamObject } from "./pdf/layers"
import { expectInkOf, inkWithin } from "./pdf/page-ink"
import type { Specimen } from "./specimen"

const FIRST_FIELD = 9
const box = "/Rect[50 500 250 520]/F 4"
const letters = "/DA(/Helv 12 Tf 0 g)"
const base = textPage("Form words")
/** Where all fields lie, and nothing else. */
const fieldArea = [40, 380, 260, 530] as const

type Form = { fields: readonly string[]; needsAppearances?: boolean; objects?: readonly string[]; defaults?: string }

/** Makes a form of one page. Its fields are objects 9, 10, …; `objects` follow. */
function formPdf({ fields, needsAppearances = false, objects = [], defaults }: Form): Buffer {
  const numbers = fields.map((_, index) => `${FIRST_FIELD + index} 0 R`).join(" ")
  const look = defaults ?? "/DR<</Font<</Helv 3 0 R/F2 4 0 R>>>>/DA(/Helv 0 Tf 0 g)"
  const form = `/AcroForm<</Fields[${numbers}]${look}${needsAppearances ? "/NeedAppearances true" : ""}>>`
  const widgets = fields.map((keys) => `<</Type/Annot/Subtype/Widget${keys}>>`)
  return makePdf([{ ...base, extra: `/Annots[${numbers}]` }], { catalog: form, extra: () => [...widgets, ...objects] })
}

const appearance = (text: string): string =>
  streamObject("/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 3 0 R>>>>", `BT /F1 12 Tf 2 5 Td (${text}) Tj ET`)

type Filled = { name: string; about: string; form: Form; words: readonly string[]; absent?: readonly string[] }

const filled: readonly Filled[] = [
  {
    name: "text-field.pdf",
    about: "a text field without an appearance",
    form: { fields: [`/FT/Tx/T(a)/V(Filled value)${letters}${box}`] },
    words: ["Filled value"],
  },
  {
    name: "no-letters.pdf",
    about: "a field that names no font",
    form: { fields: [`/FT/Tx/T(a)/V(Filled value)${box}`], defaults: "" },
    words: ["Filled value"],
  },
  {
    name: "chinese-field.pdf",
    about: "a Chinese value in a field with a Latin font",
    form: { fields: [`/FT/Tx/T(a)/V<feff5f204e09>${letters}${box}`] },
    words: ["张三"],
  },
  {
    name: "lines.pdf",
    about: "a field of several lines",
    form: { fields: ["/FT/Tx/T(a)/Ff 4096/V(First line\\nSecond line)/DA(/Helv 12 Tf 0 g)/Rect[50 400 250 520]/F 4"] },
    words: ["First line", "Second line"],
  },
  {
    name: "comb.pdf",
    about: "one letter a cell",
    form: { fields: [`/FT/Tx/T(a)/Ff 16777216/MaxLen 8/V(AB12)${letters}${box}`] },
    words: ["A", "B", "1", "2"],
  },
  {
    name: "combo.pdf",
    about: "a choice, by its display text",
    form: { fields: [`/FT/Ch/Ff 131072/T(a)/V(2)/Opt[[(1)(One)][(2)(Two)]]${letters}${box}`] },
    words: ["Two"],
    absent: ["One"],
  },
  {
    name: "list.pdf",
    about: "a list",
    form: { fields: [`/FT/Ch/T(a)/V(Two)/Opt[(One)(Two)]${letters}/Rect[50 400 250 520]/F 4`] },
    words: ["One", "Two"],
  },
  {
    name: "inherited.pdf",
    about: "a value of the parent field",
    form: { fields: [`/Parent 10 0 R${letters}${box}`], objects: ["<</FT/Tx/T(a)/V(From the parent)/Kids[9 0 R]>>"] },
    words: ["From the parent"],
  },
  {
    name: "stale.pdf",
    about: "an old appearance that the form wants renewed",
    form: {
      fields: [`/FT/Tx/T(a)/V(New value)/AP<</N 10 0 R>>${letters}${box}`],
      needsAppearances: true,
      objects: [appearance("Stale value")],
    },
    words: ["New value"],
    absent: ["Stale value"],
  },
  {
    name: "current.pdf",
    about: "an appearance of its own is not replaced",
    form: { fields: [`/FT/Tx/T(a)/V(1200)/AP<</N 10 0 R>>${letters}${box}`], objects: [appearance("1,200.00")] },
    words: ["1,200.00"],
  },
  {
    name: "two-fields.pdf",
    about: "fields with and without an appearance",
    form: {
      fields: [`/FT/Tx/T(a)/V(x)/AP<</N 11 0 R>>${letters}${box}`, `/FT/Tx/T(b)/V(Second value)${letters}/Rect[50 400 250 420]/F 4`],
      objects: [appearance("Drawn value")],
    },
    words: ["Drawn value", "Second value"],
  },
  {
    name: "hidden-field.pdf",
    about: "a hidden field keeps its value to itself",
    form: {
      fields: [
        `/FT/Tx/T(a)/V(Hidden value)${letters}/Rect[50 500 250 520]/F 2`,
        `/FT/Tx/T(b)/V(Visible value)${letters}/Rect[50 400 250 420]/F 4`,
      ],
    },
    words: ["Visible value"],
    absent: ["Hidden value"],
  },
  {
    name: "no-view-field.pdf",
    about: "a field that is printed only",
    form: {
      fields: [
        `/FT/Tx/T(a)/V(Hidden value)/AP<</N 11 0 R>>${letters}/Rect[50 500 250 520]/F 36`,
        `/FT/Tx/T(b)/V(Visible value)${letters}/Rect[50 400 250 420]/F 4`,
      ],
      objects: [appearance("Hidden value")],
    },
    words: ["Visible value"],
    absent: ["Hidden value"],
  },
  {
    name: "password.pdf",
    about: "a password without an appearance",
    form: { fields: [`/FT/Tx/T(a)/Ff 8192/V(hunter2)${letters}${box}`] },
    words: ["*******"],
    absent: ["hunter2"],
  },
  {
    name: "drawn-password.pdf",
    about: "a password in an appearance",
    form: { fields: [`/FT/Tx/T(a)/Ff 8192/V(hunter2)/AP<</N 10 0 R>>${letters}${box}`], objects: [appearance("hunter2")] },
    words: ["*******"],
    absent: ["hunter2"],
  },
]

const button = "/MK<</CA(4)>>/Rect[50 480 90 520]/F 4"
const parentRadio = "<</FT/Btn/Ff 49152/T(r)/V/B/Kids[9 0 R 10 0 R]>>"

/** Check boxes and radio buttons, with the number of marks on the page. */
const boxes: ReadonlyArray<readonly [name: string, about: string, marked: boolean, form: Form]> = [
  ["checked.pdf", "a checked box", true, { fields: [`/FT/Btn/T(a)/V/Yes/AS/Yes${button}`] }],
  ["checked-on.pdf", "a checked box whose state has another name", true, { fields: [`/FT/Btn/T(a)/V/On/AS/On${button}`] }],
  ["checked-value.pdf", "a box that is checked by its value only", true, { fields: [`/FT/Btn/T(a)/V/1${button}`] }],
  ["unchecked.pdf", "a box that is not checked", false, { fields: [`/FT/Btn/T(a)/V/Off/AS/Off${button}`] }],
  [
    "radio.pdf",
    "radio buttons, the second of which is set",
    true,
    {
      fields: ["/Parent 11 0 R/AS/Off/MK<</CA(l)>>/Rect[50 440 90 470]/F 4", "/Parent 11 0 R/AS/B/MK<</CA(l)>>/Rect[50 480 90 520]/F 4"],
      objects: [parentRadio],
    },
  ],
  [
    "off-state.pdf",
    "an unchecked box without an appearance of this state, beside an empty field",
    false,
    {
      fields: [
        `/FT/Btn/T(a)/V/Off/AS/Off/AP<</N<</Yes 11 0 R>>>>/MK<</CA(4)/BC[0 0 0]/BG[0 0 0]>>/Rect[50 480 90 520]/F 4`,
        `/FT/Tx/T(b)${letters}/Rect[50 400 250 420]/F 4`,
      ],
      objects: [streamObject("/Type/XObject/Subtype/Form/BBox[0 0 40 40]", "0 0 40 40 re f")],
    },
  ],
]

const fill = ({ name, about, form, words, absent = [] }: Filled): Specimen => ({
  name,
  about,
  make: () => formPdf(form),
  expected: {
    words: ["Form words", ...words],
    absentWords: [...absent],
    warnings: [],
    // the words are on the page as well as in its text layer
    check: async (run) => expect(await inkWithin(run, fieldArea)).toBeGreaterThan(0.003),
  },
})

const scaledPage = (unit: string): Buffer =>
  makePdf([
    { content: "BT /F1 9 Tf 10 80 Td (Drawing in metres) Tj ET 0 0.4 0.8 rg 10 10 100 50 re f", mediaBox: [0, 0, 200, 100], extra: unit },
  ])

const scaled: readonly Specimen[] = [
  ["user-unit.pdf", "a page whose unit is four points", scaledPage("/UserUnit 4"), 4],
  ["fractional-unit.pdf", "a page whose unit is half a point, in compressed objects", withObjectStream(scaledPage("/UserUnit 0.5")), 0.5],
  ["unit-one.pdf", "a page that names its unit though it is a point", scaledPage("/UserUnit 1.0"), 1],
  ["absurd-unit.pdf", "a unit that is no number", scaledPage("/UserUnit -3"), 1],
].map(([name, about, file, unit]): Specimen => ({
  name: name as string,
  about: about as string,
  make: () => file as Buffer,
  expected: {
    words: ["Drawing in metres"],
    check: async (run) => {
      const [page] = run.pages
      expect([page!.width, page!.height]).toEqual([200 * (unit as number), 100 * (unit as number)])
      const [, x, , width] = page!.textLayer[0]!
      expect(x).toBeCloseTo(10 * (unit as number), 0)
      expect(width).toBeGreaterThan(60 * (unit as number))
      await expectInkOf(run, scaledPage(""))
    },
  },
}))

const linkedUnits: Specimen = {
  name: "linked-units.pdf",
  about: "a link to a page of another unit",
  make: () =>
    makePdf([
      {
        content: "",
        mediaBox: [0, 0, 200, 100],
        extra: "/UserUnit 2/Annots[<</Type/Annot/Subtype/Link/Rect[10 10 60 30]/Dest[9 0 R/XYZ 0 60 0]>>]",
      },
      { content: "", mediaBox: [0, 0, 200, 100], extra: "/UserUnit 3" },
    ]),
  expected: {
    pages: 2,
    check: ({ pages }) => expect(pages[0]!.links).toMatchObject([{ x: 20, y: 140, width: 100, height: 40, to: 2, down: 120 }]),
  },
}

/** PDF forms whose fields have values but no appearances, and pages with a unit of their own. */
export const pdfFormSpecimens: readonly Specimen[] = [
  ...filled.map(fill),
  ...boxes.map(([name, about, marked, form]): Specimen => ({
    name,
    about,
    make: () => formPdf(form),
    expected: {
      words: ["Form words"],
      warnings: [],
      check: async (run) => {
        const marks = await inkWithin(run, fieldArea)
        if (marked) expect(marks).toBeGreaterThan(0.003)
        else expect(marks).toBe(0)
      },
    },
  })),
]

export const pdfUnitSpecimens: readonly Specimen[] = [...scaled, linkedUnits]
