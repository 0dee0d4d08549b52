import { ConversionError } from "../converter.port"
import type { OfdArchive } from "./ofd-archive"
import { flagOf, numberOf } from "./values"
import { child, children, childText, descendants, type XmlNode } from "./xml-tree"

/** A font of a document. `file` is its path in the archive; "" if it is not embedded. */
export type FontResource = { id: string; name: string; bold: boolean; italic: boolean; mono: boolean; serif: boolean; file: string }

/** A picture, sound or film of a document. */
export type MediaResource = { type: string; format: string; file: string }

/** `palette`: the colours that an index selects. */
export type ColourSpace = { type: string; bits: number; palette: string[] }

type Tables = {
  fonts: Map<string, FontResource>
  media: Map<string, MediaResource>
  drawParams: Map<string, XmlNode>
  composites: Map<string, XmlNode>
  colourSpaces: Map<string, ColourSpace>
}

/** The resources that a page may refer to: its own, then those of its document. */
export class Resources {
  private readonly tables: Tables = {
    fonts: new Map(),
    media: new Map(),
    drawParams: new Map(),
    composites: new Map(),
    colourSpaces: new Map(),
  }
  /** Set on documents that declare a default colour space. */
  defaultColourSpace = ""

  constructor(
    readonly archive: OfdArchive,
    private readonly parent: Resources | null = null,
  ) {}

  font(id: string): FontResource | undefined {
    return this.tables.fonts.get(id) ?? this.parent?.font(id)
  }

  media(id: string): MediaResource | undefined {
    return this.tables.media.get(id) ?? this.parent?.media(id)
  }

  composite(id: string): XmlNode | undefined {
    return this.tables.composites.get(id) ?? this.parent?.composite(id)
  }

  colourSpace(id: string | undefined): ColourSpace | undefined {
    const key = id ?? (this.defaultColourSpace || this.parent?.defaultColourSpace)
    return key === undefined ? undefined : (this.tables.colourSpaces.get(key) ?? this.parent?.colourSpace(key))
  }

  /** Returns a drawing parameter and those that it is based on, the nearest first. */
  drawParams(id: string | undefined): XmlNode[] {
    const chain: XmlNode[] = []
    for (let key = id; key !== undefined;) {
      const node = this.drawParam(key)
      if (!node || chain.includes(node)) break
      chain.push(node)
      key = node.attributes["Relative"]
    }
    return chain
  }

  /** True if the document has sounds or films. */
  get hasFilms(): boolean {
    return [...this.tables.media.values()].some(({ type }) => /audio|video/i.test(type))
  }

  /** Reads one resource file. A missing one has no resources. */
  async load(path: string): Promise<void> {
    const root = await this.archive.tree(path)
    if (!root) return
    const base = root.attributes["BaseLoc"] ?? ""
    const locate = (location: string): string => {
      if (location === "") return ""
      const inside = this.archive.locate(path, `${base}/${location}`.replace(/^\/+(?=\/|$)/, base === "" ? "" : "/"))
      return this.archive.has(inside) ? inside : this.archive.locate(path, location)
    }
    for (const group of root.children) for (const node of group.children) this.add(node, locate)
    this.refuseCycles()
  }

  private drawParam(id: string): XmlNode | undefined {
    return this.tables.drawParams.get(id) ?? this.parent?.drawParam(id)
  }

  private add(node: XmlNode, locate: (location: string) => string): void {
    const { attributes, name } = node
    const id = attributes["ID"] ?? ""
    if (name === "Font") this.tables.fonts.set(id, fontOf(node, id, locate(childText(node, "FontFile"))))
    if (name === "MultiMedia") {
      const file = locate(childText(node, "MediaFile"))
      this.tables.media.set(id, { type: attributes["Type"] ?? "", format: attributes["Format"] ?? "", file })
    }
    if (name === "DrawParam") this.tables.drawParams.set(id, node)
    if (name === "CompositeGraphicUnit") this.tables.composites.set(id, node)
    if (name === "ColorSpace") this.tables.colourSpaces.set(id, colourSpaceOf(node))
  }

  /** Composite objects that contain themselves would never end. */
  private refuseCycles(): void {
    const targets = (node: XmlNode): string[] => descendants(node, "CompositeObject").map((inner) => inner.attributes["ResourceID"] ?? "")
    refuseCycles(this.tables.composites, targets)
    refuseCycles(this.tables.drawParams, ({ attributes }) => (attributes["Relative"] === undefined ? [] : [attributes["Relative"]]))
  }
}

function fontOf(node: XmlNode, id: string, file: string): FontResource {
  const { attributes } = node
  const name = `${attributes["FontName"] ?? ""} ${attributes["FamilyName"] ?? ""}`.trim()
  const [bold, italic] = [flagOf(node, "Bold", false), flagOf(node, "Italic", false)]
  return { id, name, bold, italic, mono: flagOf(node, "FixedWidth", false), serif: flagOf(node, "Serif", false), file }
}

function colourSpaceOf(node: XmlNode): ColourSpace {
  const palette = children(child(node, "Palette"), "CV").map(({ text }) => text)
  return { type: (node.attributes["Type"] ?? "RGB").toUpperCase(), bits: numberOf(node, "BitsPerComponent", 8), palette }
}

/** Throws ConversionError cyclic if following the targets of a node leads back to it. */
export function refuseCycles<Node>(nodes: ReadonlyMap<string, Node>, targetsOf: (node: Node) => readonly string[]): void {
  const finished = new Set<string>()
  const targets = new Map([...nodes].map(([id, node]) => [id, targetsOf(node)] as const))
  for (const start of nodes.keys()) {
    const path: Array<{ id: string; next: number }> = [{ id: start, next: 0 }]
    const active = new Set([start])
    while (path.length > 0) {
      const top = path.at(-1)!
      const target = finished.has(top.id) ? undefined : targets.get(top.id)?.[top.next]
      top.next += 1
      if (target === undefined) {
        finished.add(top.id)
        active.delete(top.id)
        path.pop()
      } else if (active.has(target)) throw new ConversionError("cyclic")
      else if (targets.has(target)) {
        active.add(target)
        path.push({ id: target, next: 0 })
      }
    }
  }
}
