import { ConversionError } from "../converter.port"
import type { OfdArchive } from "./ofd-archive"
import { refuseCycles, Resources } from "./resources"
import { readSeals, type Stamp } from "./seals"
import { flagOf, type Rectangle, rectangleOf } from "./values"
import { child, children, childText, descendants, type XmlNode } from "./xml-tree"

/** A page of a document: its identifier and the path of its content. */
export type PageEntry = { id: string; path: string }
type Template = { path: string; zOrder: string }

/** One of the documents of an OFD file. */
export type OfdDocument = {
  root: XmlNode
  path: string
  resources: Resources
  pages: PageEntry[]
  templates: Map<string, Template>
  size: Rectangle
  /** Paths of the annotations of a page, by its identifier. */
  annotations: Map<string, string[]>
  stamps: Stamp[]
  attachments: string[]
  /** Number of signatures, and of signatures with a seal that cannot be displayed. */
  signatures: number
  unreadableSeals: number
}

const A4: Rectangle = { x: 0, y: 0, width: 210, height: 297 }
const MAX_DOCUMENTS = 100
/** From this number on pages must have contents of their own. */
const MANY_PAGES = 2
const MAX_SIDE = 5000
const ROOT = "OFD.xml"

function sizeOf(area: XmlNode | undefined): Rectangle | null {
  const box = rectangleOf(childText(area, "PhysicalBox"))
  return box && box.width >= 1 && box.height >= 1 && Math.max(box.width, box.height) <= MAX_SIDE ? box : null
}

/** Returns the page's size in millimetres: its own, or that of its document. */
export function pageSize(page: XmlNode, { size }: Pick<OfdDocument, "size">): Rectangle {
  return sizeOf(child(page, "Area")) ?? size
}

/** Pages whose content is missing or shared by others are no pages: few bytes could claim millions of them. */
function refuseHollow(archive: OfdArchive, pages: readonly PageEntry[]): void {
  if (pages.length === 0) throw new ConversionError("empty")
  const contents = new Set(pages.map(({ path }) => path).filter((path) => archive.has(path)))
  if (contents.size === 0 || (pages.length >= MANY_PAGES && contents.size * 2 <= pages.length)) throw new ConversionError("hollow")
}

async function readTemplates(archive: OfdArchive, common: XmlNode | undefined, path: string): Promise<Map<string, Template>> {
  const templates = new Map<string, Template>()
  for (const { attributes } of children(common, "TemplatePage"))
    templates.set(attributes["ID"] ?? "", {
      path: archive.locate(path, attributes["BaseLoc"] ?? ""),
      zOrder: attributes["ZOrder"] ?? "Background",
    })
  const targets = new Map<string, string[]>()
  for (const [id, template] of templates) {
    const tree = await archive.tree(template.path)
    targets.set(id, tree ? children(tree, "Template").map(({ attributes }) => attributes["TemplateID"] ?? "") : [])
  }
  refuseCycles(templates, ({ path: target }) => {
    const id = [...templates].find(([, template]) => template.path === target)?.[0] ?? ""
    return targets.get(id) ?? []
  })
  return templates
}

async function readAnnotations(archive: OfdArchive, root: XmlNode, path: string): Promise<Map<string, string[]>> {
  const result = new Map<string, string[]>()
  for (const location of children(root, "Annotations")) {
    const list = archive.locate(path, location.text)
    const tree = await archive.tree(list)
    if (!tree) continue
    for (const page of children(tree, "Page")) {
      const files = children(page, "FileLoc").map(({ text }) => archive.locate(list, text))
      if (files.includes(list)) throw new ConversionError("cyclic")
      const id = page.attributes["PageID"] ?? ""
      result.set(id, [...(result.get(id) ?? []), ...files])
    }
  }
  return result
}

async function readAttachments(archive: OfdArchive, root: XmlNode, path: string): Promise<string[]> {
  const names: string[] = []
  for (const location of children(root, "Attachments")) {
    const tree = await archive.tree(archive.locate(path, location.text))
    if (tree) names.push(...descendants(tree, "Attachment").map(({ attributes }) => attributes["Name"] ?? ""))
  }
  return names
}

async function readDocument(archive: OfdArchive, body: XmlNode, withSeals: boolean): Promise<OfdDocument> {
  const path = archive.locate(ROOT, childText(body, "DocRoot"))
  const root = await archive.tree(path)
  if (!root) throw new ConversionError("corrupt", { cause: new Error("the document's root is missing") })
  const common = child(root, "CommonData")
  const resources = new Resources(archive)
  resources.defaultColourSpace = childText(common, "DefaultCS")
  for (const name of ["PublicRes", "DocumentRes"])
    for (const location of children(common, name)) await resources.load(archive.locate(path, location.text))
  const pages = children(child(root, "Pages"), "Page").map(({ attributes }) => ({
    id: attributes["ID"] ?? "",
    path: archive.locate(path, attributes["BaseLoc"] ?? ""),
  }))
  refuseHollow(archive, pages)
  const seals = withSeals ? await readSeals(archive, ROOT, body) : { stamps: [], signatures: 0, unreadable: 0 }
  return {
    root,
    path,
    resources,
    pages,
    templates: await readTemplates(archive, common, path),
    size: sizeOf(child(common, "PageArea")) ?? A4,
    annotations: await readAnnotations(archive, root, path),
    stamps: seals.stamps,
    attachments: await readAttachments(archive, root, path),
    signatures: seals.signatures,
    unreadableSeals: seals.unreadable,
  }
}

/** Reads all documents of a file. Throws ConversionError: corrupt, encrypted, empty, hollow, cyclic, outside, too_large. */
export async function readDocuments(archive: OfdArchive, withSeals = true): Promise<OfdDocument[]> {
  const root = await archive.tree(ROOT)
  if (!root) throw new ConversionError("corrupt", { cause: new Error("OFD.xml is missing") })
  if (archive.has("Encryptions.xml") || child(root, "Encryptions")) throw new ConversionError("encrypted")
  const bodies = children(root, "DocBody")
  if (bodies.length > MAX_DOCUMENTS) throw new ConversionError("too_large")
  const documents: OfdDocument[] = []
  for (const body of bodies) documents.push(await readDocument(archive, body, withSeals))
  if (documents.length === 0) throw new ConversionError("empty")
  return documents
}

const order = ["Background", "Body", "Foreground"]
const rankOf = (type: string | undefined): number => Math.max(0, order.indexOf(type ?? "Body"))

export type DrawnLayer = { layer: XmlNode; resources: Resources; rank: number }

/** Returns a page's own resources, which precede those of its document. */
async function pageResources(page: XmlNode, path: string, parent: Resources): Promise<Resources> {
  const locations = children(page, "PageRes")
  if (locations.length === 0) return parent
  const resources = new Resources(parent.archive, parent)
  for (const { text } of locations) await resources.load(parent.archive.locate(path, text))
  return resources
}

/** Returns the layers of a page and of its templates from the lowest to the uppermost. Templates lie below the layers of their kind. */
export async function layersOf(page: XmlNode, path: string, document: OfdDocument): Promise<DrawnLayer[]> {
  const layers: DrawnLayer[] = []
  for (const use of children(page, "Template")) {
    const template = document.templates.get(use.attributes["TemplateID"] ?? "")
    const tree = template && (await document.resources.archive.tree(template.path))
    if (!template || !tree) continue
    const rank = rankOf(use.attributes["ZOrder"] ?? template.zOrder)
    const inner = await layersOf(tree, template.path, document)
    layers.push(...inner.map((layer) => ({ ...layer, rank })))
  }
  const resources = await pageResources(page, path, document.resources)
  for (const layer of children(child(page, "Content"), "Layer")) layers.push({ layer, resources, rank: rankOf(layer.attributes["Type"]) })
  return layers.toSorted((one, other) => one.rank - other.rank)
}

/** Returns the appearances of a page's visible annotations. */
export async function appearancesOf(document: OfdDocument, pageId: string): Promise<XmlNode[]> {
  const appearances: XmlNode[] = []
  for (const path of document.annotations.get(pageId) ?? []) {
    const tree = await document.resources.archive.tree(path)
    for (const annotation of children(tree ?? undefined, "Annot"))
      if (flagOf(annotation, "Visible", true)) appearances.push(...children(annotation, "Appearance"))
  }
  return appearances
}
