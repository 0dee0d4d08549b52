import { makeZip } from "@/server/ports/converter/testing/office.fixture"

const NAMESPACE = 'xmlns:ofd="http://www.ofdspec.org/2016"'

/** Writes elements with the namespace's prefix, as producers do: "<Page" becomes "<ofd:Page". */
export const ofd = (xml: string): string => xml.replace(/<(\/?)(?=[A-Z])/g, "<$1ofd:")

/** Declares the namespace on the part's root. */
const part = (xml: string): string => ofd(xml.replace(/^<(\w+)/, `<$1 ${NAMESPACE}`))

export type OfdParts = {
  /** Objects of each page's body layer. */
  pages: string[]
  /** Elements of Document.xml: outlines, annotations, attachments. */
  document?: string
  /** Elements of CommonData: templates. */
  common?: string
  /** Elements of the resource file: fonts, colour spaces, media. */
  resources?: string
  /** Elements of a page before its content: templates. */
  pageHead?: string
  /** Further elements of DocBody: signatures. */
  body?: string
  files?: Record<string, string | Uint8Array>
}

/** One document's parts in a folder. Pages measure 100 by 50 mm. */
function documentFiles(
  folder: string,
  { pages, document = "", common = "", resources = "", pageHead = "" }: OfdParts,
): Record<string, string> {
  const files: Record<string, string> = {}
  const entries = pages.map((_, index) => `<Page ID="${index + 1}" BaseLoc="Pages/Page_${index}/Content.xml"/>`)
  files[`${folder}/Document.xml`] = part(
    `<Document><CommonData><PageArea><PhysicalBox>0 0 100 50</PhysicalBox></PageArea><PublicRes>Res.xml</PublicRes>${common}</CommonData><Pages>${entries.join("")}</Pages>${document}</Document>`,
  )
  files[`${folder}/Res.xml`] = part(`<Res BaseLoc="Res">${resources}</Res>`)
  for (const [index, objects] of pages.entries())
    files[`${folder}/Pages/Page_${index}/Content.xml`] = part(
      `<Page>${pageHead}<Content><Layer Type="Body">${objects}</Layer></Content></Page>`,
    )
  return files
}

/** Makes an OFD file of one or more documents. */
export function makeOfd(...documents: OfdParts[]): Buffer {
  const bodies = documents.map(({ body = "" }, index) => `<DocBody><DocInfo/><DocRoot>Doc_${index}/Document.xml</DocRoot>${body}</DocBody>`)
  const files: Record<string, string | Uint8Array> = { "OFD.xml": part(`<OFD Version="1.0" DocType="OFD">${bodies.join("")}</OFD>`) }
  for (const [index, parts] of documents.entries()) {
    Object.assign(files, documentFiles(`Doc_${index}`, parts))
    for (const [name, content] of Object.entries(parts.files ?? {})) files[name] = typeof content === "string" ? part(content) : content
  }
  return makeZip(files)
}

/** A text object of the font 1, 5 mm high, whose baseline begins at a point. */
export const text = (
  words: string,
  x: number,
  y: number,
  rest = "",
  attributes = "",
  steps = `g ${Math.max(1, words.length - 1)} 5`,
): string =>
  `<TextObject Boundary="0 0 100 50" Font="1" Size="5" ${attributes}>${rest}<TextCode X="${x}" Y="${y}" DeltaX="${steps}">${words}</TextCode></TextObject>`

/** A path object in a boundary, with its elements and attributes. */
export const path = (boundary: string, data: string, attributes = "", colours = ""): string =>
  `<PathObject Boundary="${boundary}" ${attributes}>${colours}<AbbreviatedData>${data}</AbbreviatedData></PathObject>`

/** A rectangle without an outline. */
export const box = (x: number, y: number, width: number, height: number, colour: string, attributes = ""): string =>
  path(
    `${x} ${y} ${width} ${height}`,
    `M 0 0 L ${width} 0 L ${width} ${height} L 0 ${height} C`,
    `Fill="true" Stroke="false" ${attributes}`,
    colour,
  )

export const fill = (value: string, attributes = ""): string => `<FillColor Value="${value}" ${attributes}/>`

const der = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const body = Buffer.concat(contents)
  const size = body.length < 128 ? Buffer.from([body.length]) : Buffer.from([0x84, 0, 0, 0, 0])
  if (body.length >= 128) size.writeUInt32BE(body.length, 1)
  return Buffer.concat([Buffer.from([tag]), size, body])
}

/** A seal of GB/T 38540 as far as its picture, within a signed value. */
export function signedValue(type: string, picture: Uint8Array): Buffer {
  const name = (value: string): Buffer => der(0x16, Buffer.from(value))
  const header = der(0x30, name("ES"), der(2, Buffer.from([4])), name("vendor"))
  const pictureInfo = der(0x30, name(type), der(4, picture), der(2, Buffer.from([20])), der(2, Buffer.from([20])))
  const seal = der(0x30, der(0x30, header, name("seal-1"), der(0x30, der(2, Buffer.from([1]))), pictureInfo))
  return der(0x30, der(0x30, der(2, Buffer.from([4])), seal), der(3, Buffer.from([0, 1, 2])))
}

/** The parts of a signature that puts its seal on page 1. */
export const signature = (type: string, picture: Uint8Array, stamp = 'Boundary="40 10 20 20"'): Pick<OfdParts, "body" | "files"> => ({
  body: "<Signatures>Doc_0/Signs/Signatures.xml</Signatures>",
  files: {
    "Doc_0/Signs/Signatures.xml": '<Signatures><Signature ID="1" Type="Seal" BaseLoc="Sign_0/Signature.xml"/></Signatures>',
    "Doc_0/Signs/Sign_0/Signature.xml": `<Signature><SignedInfo><StampAnnot ID="9" PageRef="1" ${stamp}/></SignedInfo><SignedValue>SignedValue.dat</SignedValue></Signature>`,
    "Doc_0/Signs/Sign_0/SignedValue.dat": signedValue(type, picture),
  },
})
