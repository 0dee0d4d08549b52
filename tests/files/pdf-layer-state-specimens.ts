import { makePdf } from "@/server/ports/converter/testing/pdf.fixture"
import { formObject, inLayer, type LayerGroup, layeredPdf, textLine } from "./pdf/layers"
import { expectInkOf } from "./pdf/page-ink"
import type { Specimen } from "./specimen"

const visibleContent = textLine("Visible words", 760)
const secretContent = `${textLine("Secret answer")}0 0.4 0.8 rg 300 300 200 200 re f\n`
const both = makePdf([{ content: visibleContent + secretContent }])
const plain = makePdf([{ content: visibleContent }])
const usage = (states: string): string => `/Usage<<${states}>>`
const viewOn = usage("/View<</ViewState/ON>>")
const viewing = "/AS[<</Event/View/Category[/View]/OCGs[9 0 R 10 0 R]>>]"

type State = { keys?: string; config: string; properties?: string; membership?: string; others?: readonly LayerGroup[] }

/** Words and a square in the second layer, or in a membership if there is one. */
function stateFile({ keys = "", config, properties = "", membership, others = [] }: State): Buffer {
  const groups = [{ name: "Plan" }, { name: "Notes", keys }, ...others]
  const objects = membership === undefined ? [] : [membership]
  const member = membership === undefined ? "L1" : "M"
  const layerNames = membership === undefined ? "" : `/M ${9 + groups.length} 0 R`
  return layeredPdf({ groups, config, properties, content: visibleContent + inLayer(member, secretContent), objects, layerNames })
}

type Case = readonly [name: string, about: string, state: State]

const hidden: readonly Case[] = [
  ["usage-without-event.pdf", "an off layer whose usage says on, without an event", { keys: viewOn, config: "/OFF[10 0 R]" }],
  ["base-with-usage.pdf", "all layers off, with a usage that says on", { keys: viewOn, config: "/BaseState/OFF/ON[9 0 R]" }],
  [
    "usage-of-others.pdf",
    "an off layer whose usage says on, with an event for another layer",
    { keys: viewOn, config: "/OFF[10 0 R]/AS[<</Event/View/Category[/View]/OCGs[9 0 R]>>]" },
  ],
  [
    "usage-for-printing.pdf",
    "an off layer that an event turns on for printing",
    {
      keys: usage("/View<</ViewState/ON>>/Print<</PrintState/ON>>"),
      config: "/OFF[10 0 R]/AS[<</Event/Print/Category[/Print]/OCGs[10 0 R]>>]",
    },
  ],
  [
    "print-only.pdf",
    "a layer that an event hides on screens",
    { keys: usage("/View<</ViewState/OFF>>/Print<</PrintState/ON>>"), config: viewing },
  ],
  [
    "print-category.pdf",
    "an event for viewing that names the category of printing",
    { keys: usage("/Print<</PrintState/OFF>>"), config: "/AS[<</Event/View/Category[/Print]/OCGs[10 0 R]>>]" },
  ],
  [
    "other-configuration.pdf",
    "an off layer that another configuration turns on",
    { config: "/OFF[10 0 R]", properties: "/Configs[<</Name(All)/Intent/View/ON[9 0 R 10 0 R]>>]" },
  ],
  [
    "other-base.pdf",
    "all layers off, and another configuration with all on",
    { config: "/BaseState/OFF", properties: "/Configs[<</Name(All)/Intent[/View]/BaseState/ON>>]" },
  ],
  [
    "leaking-all-on.pdf",
    "a membership for two layers, one off though its usage says on",
    { keys: viewOn, config: "/OFF[10 0 R]", membership: "<</Type/OCMD/OCGs[9 0 R 10 0 R]/P/AllOn>>" },
  ],
  [
    "leaking-any-on.pdf",
    "a membership for one layer that is off though its usage says on",
    { keys: viewOn, config: "/OFF[10 0 R]", membership: "<</Type/OCMD/OCGs 10 0 R/P/AnyOn>>" },
  ],
  [
    "leaking-any-off.pdf",
    "a membership for off layers, all on by the configuration",
    { keys: usage("/View<</ViewState/OFF>>"), config: "/OFF[]", membership: "<</Type/OCMD/OCGs[9 0 R 10 0 R]/P/AnyOff/VE[/Not 9 0 R]>>" },
  ],
  [
    "leaking-all-off.pdf",
    "a membership for off layers, of which an event turns one on",
    {
      keys: viewOn,
      config: `/OFF[10 0 R]${viewing}`,
      membership: "<</Type/OCMD/OCGs[9 0 R 10 0 R]/P/AllOff>>",
    },
  ],
  [
    "leaking-expression.pdf",
    "a nested expression with a layer that is off though its usage says on",
    {
      keys: viewOn,
      config: "/OFF[10 0 R]",
      membership: "<</Type/OCMD/VE[/And 9 0 R[/Or 10 0 R[/Not[/Or 9 0 R 10 0 R]]]]>>",
    },
  ],
  [
    "several-intents.pdf",
    "an off layer for design and viewing whose usage says on",
    { keys: `/Intent[/Design/View]${viewOn}`, config: "/OFF[10 0 R]" },
  ],
  [
    "bracketed-name.pdf",
    "an off layer with brackets in its name, whose usage says on",
    { keys: viewOn, config: "/OFF[10 0 R]", others: [{ name: "a >> b << /Type/OCMD" }] },
  ],
]

const visible: readonly Case[] = [
  ["event-turns-on.pdf", "an off layer that an event turns on for viewing", { keys: viewOn, config: `/OFF[10 0 R]${viewing}` }],
  [
    "off-elsewhere.pdf",
    "a layer that only another configuration turns off",
    { config: "/OFF[9 0 R]", properties: "/Configs[<</Name(None)/OFF[9 0 R 10 0 R]>>]" },
  ],
  ["design.pdf", "an off layer for design only", { keys: `/Intent/Design${viewOn}`, config: "/OFF[10 0 R]" }],
  ["any-on.pdf", "one of two layers is on", { config: "/OFF[10 0 R]", membership: "<</Type/OCMD/OCGs[9 0 R 10 0 R]/P/AnyOn>>" }],
  ["any-off.pdf", "one of two layers is off", { config: "/OFF[10 0 R]", membership: "<</Type/OCMD/OCGs[9 0 R 10 0 R]/P/AnyOff>>" }],
  ["all-off.pdf", "both layers are off", { config: "/BaseState/OFF", membership: "<</Type/OCMD/OCGs[9 0 R 10 0 R]/P/AllOff>>" }],
  [
    "true-expression.pdf",
    "a nested expression that is true",
    { config: "/OFF[10 0 R]", membership: "<</Type/OCMD/VE[/And[/Not 10 0 R][/Or 10 0 R[/And 9 0 R[/Not 10 0 R]]]]>>" },
  ],
]

const specimen =
  (isHidden: boolean) =>
  ([name, about, state]: Case): Specimen => ({
    name,
    about,
    make: () => stateFile(state),
    expected: {
      words: isHidden ? ["Visible words"] : ["Visible words", "Secret answer"],
      absentWords: isHidden ? ["Secret", "answer"] : [],
      warnings: [],
      check: (run) => expectInkOf(run, isHidden ? plain : both),
    },
  })

/** A form whose membership is written into the form itself. */
const inlineMembership: Specimen = {
  name: "leaking-inline.pdf",
  about: "a membership within a form, for a layer that is off though its usage says on",
  make: () =>
    layeredPdf({
      groups: [{ name: "Plan" }, { name: "Notes", keys: viewOn }],
      config: "/OFF[10 0 R]",
      content: `${visibleContent}/X Do\n`,
      objects: [formObject(secretContent, "/OC<</Type/OCMD/OCGs 10 0 R>>")],
      resources: "/XObject<</X 11 0 R>>",
    }),
  expected: { words: ["Visible words"], absentWords: ["Secret"], warnings: [], check: (run) => expectInkOf(run, plain) },
}

/** PDF files in which usages, events, configurations and memberships decide which layer is visible. */
export const pdfLayerStateSpecimens: readonly Specimen[] = [
  ...hidden.map(specimen(true)),
  inlineMembership,
  ...visible.map(specimen(false)),
]
