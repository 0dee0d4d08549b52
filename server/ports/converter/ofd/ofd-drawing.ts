import type { ConvertedPageLink, PageTextRun } from "../converter.port"
import { ConversionError } from "../converter.port"
import { ZipArchive } from "../inspect/zip-archive"
import { checkSizes } from "../inspect/zip-inspection"
import { LinkCollector } from "../page-links"
import { type Matrix, multiply } from "../pdf/matrix"
import { OfdArchive } from "./ofd-archive"
import { OfdCanvas } from "./ofd-canvas"
import { appearancesOf, layersOf, type OfdDocument, pageSize, readDocuments } from "./ofd-document"
import type { OfdFonts } from "./ofd-fonts"
import { targetOf } from "./ofd-targets"
import type { PageNote, Scope } from "./drawing-scope"
import { PageWriter } from "./page-writer"
import type { Pictures } from "./pictures"
import type { Stamp } from "./seals"
import { TextLines } from "./text-lines"
import { POINTS_PER_MM, rectangleOf } from "./values"
import type { XmlNode } from "./xml-tree"

/** A page as it is drawn; sizes in points. `pictured`: the area that pictures cover. */
export type OfdPage = {
  svg: string
  width: number
  height: number
  text: string
  runs: PageTextRun[]
  links: ConvertedPageLink[]
  notes: ReadonlySet<PageNote>
  pictured: number
}

export type DrawingInput = {
  document: OfdDocument
  index: number
  /** Number of the document's first page in the file. */
  firstPage: number
  /** Number of pages of the file. */
  pages: number
  fonts: OfdFonts
  pictures: Pictures
}

async function contentOf(document: OfdDocument, index: number): Promise<XmlNode> {
  const entry = document.pages[index]
  const tree = entry && (await document.resources.archive.tree(entry.path))
  if (!tree) throw new ConversionError("corrupt", { cause: new Error("the page's content is missing") })
  return tree
}

async function writeLayers(writer: PageWriter, document: OfdDocument, index: number, page: XmlNode, scope: Scope): Promise<void> {
  const entry = document.pages[index]!
  for (const { layer, resources } of await layersOf(page, entry.path, document)) await writer.writeObjects([layer], { ...scope, resources })
  for (const appearance of await appearancesOf(document, entry.id)) {
    const { x, y } = rectangleOf(appearance.attributes["Boundary"]) ?? { x: 0, y: 0 }
    await writer.writeObjects(appearance.children, { ...scope, matrix: multiply([1, 0, 0, 1, x, y], scope.matrix) })
  }
}

/** Draws a seal that is an OFD file: its first page, scaled to the seal's boundary. Its own signatures are not read. */
async function writeOfdSeal(writer: PageWriter, { picture, boundary }: Stamp, scope: Scope): Promise<void> {
  const zip = await ZipArchive.fromBuffer(picture.data)
  try {
    checkSizes(zip)
    const [document] = await readDocuments(new OfdArchive(zip), false)
    if (!document) return
    const page = await contentOf(document, 0)
    const size = pageSize(page, document)
    const scale: Matrix = [boundary.width / size.width, 0, 0, boundary.height / size.height, boundary.x, boundary.y]
    const matrix = multiply(multiply([1, 0, 0, 1, -size.x, -size.y], scale), scope.matrix)
    await writeLayers(writer, document, 0, page, { ...scope, matrix, muted: true, resources: document.resources })
  } finally {
    zip.close()
  }
}

async function writeSeal(writer: PageWriter, stamp: Stamp, outer: Scope, pictures: Pictures): Promise<void> {
  const { boundary, clip, picture } = stamp
  const visible = clip ? { ...clip, x: boundary.x + clip.x, y: boundary.y + clip.y } : boundary
  const scope = { ...outer, clip: writer.rectangleClip(visible, outer.matrix, 0, outer.clip) }
  try {
    if (picture.type === "ofd") {
      await writeOfdSeal(writer, stamp, scope)
      return
    }
    const uri = await pictures.sealUri(picture.data)
    const square: Matrix = [boundary.width, 0, 0, boundary.height, boundary.x, boundary.y]
    writer.canvas.putPicture(uri, multiply(square, outer.matrix), "", scope.clip)
  } catch (error) {
    // a damaged seal must not lose the page; one that is too complex must
    if (error instanceof ConversionError && error.reason === "memory") throw error
    writer.note("picture")
  }
}

/** Draws one page: templates and layers, annotations, then seals. Throws ConversionError: corrupt, memory, cyclic, outside. */
export async function drawOfdPage({ document, index, firstPage, pages, fonts, pictures }: DrawingInput): Promise<OfdPage> {
  const page = await contentOf(document, index)
  const box = pageSize(page, document)
  const size = { width: box.width * POINTS_PER_MM, height: box.height * POINTS_PER_MM }
  const canvas = new OfdCanvas(size)
  const lines = new TextLines(size)
  const links = new LinkCollector(size.width, size.height, pages)
  const writer = new PageWriter({
    canvas,
    lines,
    links,
    pictures,
    openFont: (font, resources) => fonts.open(font, resources),
    targetOf: (action) => targetOf(action, document, firstPage),
  })
  const matrix: Matrix = [POINTS_PER_MM, 0, 0, POINTS_PER_MM, -box.x * POINTS_PER_MM, -box.y * POINTS_PER_MM]
  const { resources } = document
  const scope: Scope = { resources, matrix, drawParams: [], alpha: 1, clip: canvas.page, muted: false }
  await writeLayers(writer, document, index, page, scope)
  const pageId = document.pages[index]?.id
  for (const stamp of document.stamps) if (stamp.pageId === pageId) await writeSeal(writer, stamp, scope, pictures)
  const { notes, pictured } = writer
  return { svg: canvas.toSvg(), ...size, text: lines.text(), runs: lines.runs(), links: links.links, notes, pictured }
}
