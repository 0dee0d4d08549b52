import { makePdf, type PdfPage } from "@/server/ports/converter/testing/pdf.fixture"

/** The number of the first object after those of one page. */
export const FIRST_OBJECT = 9

/** An optional content group. Further keys of its dictionary are written as they are. */
export type LayerGroup = { name: string; keys?: string }

type LayeredPage = {
  groups: readonly LayerGroup[]
  /** Keys of the default configuration, such as `/OFF[9 0 R]`. The groups are objects 9, 10, … */
  config: string
  /** Keys beside the default configuration. */
  properties?: string
  content: string
  /** Objects after the groups. */
  objects?: readonly string[]
  /** Names in the resources of the page, beside `/L0`, `/L1` … for the groups. */
  layerNames?: string
  resources?: string
  page?: Partial<PdfPage>
  catalog?: string
}

/** Returns a stream object. */
export const streamObject = (dictionary: string, body: string): string =>
  `<<${dictionary}/Length ${body.length}>>stream\n${body}\nendstream`

/** Returns a form XObject as large as a page, with the fonts of the page. */
export const formObject = (content: string, keys = "", resources = ""): string =>
  streamObject(`/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>${resources}>>${keys}`, content)

/** Returns an image XObject of one grey pixel. */
export const pixelObject = (keys = ""): string =>
  streamObject(`/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/ASCIIHexDecode${keys}`, "40>")

/** Returns one line of text at a height. */
export const textLine = (text: string, y = 700): string => `BT /F1 18 Tf 50 ${y} Td (${text}) Tj ET\n`

/** Returns content in a layer. */
export const inLayer = (name: string, content: string): string => `/OC /${name} BDC\n${content}EMC\n`

/** Makes a document of one page with layers. */
export function layeredPdf({ groups, config, properties = "", content, objects = [], ...rest }: LayeredPage): Buffer {
  const numbers = groups.map((_, index) => `${FIRST_OBJECT + index} 0 R`)
  const names = numbers.map((reference, index) => `/L${index} ${reference}`).join("")
  const resources = `/Properties<<${names}${rest.layerNames ?? ""}>>${rest.resources ?? ""}`
  const catalog = `/OCProperties<</OCGs[${numbers.join(" ")}]/D<<${config}>>${properties}>>${rest.catalog ?? ""}`
  const groupObjects = groups.map(({ name, keys = "" }) => `<</Type/OCG/Name(${name})${keys}>>`)
  return makePdf([{ content, resources, ...rest.page }], { catalog, extra: () => [...groupObjects, ...objects] })
}
