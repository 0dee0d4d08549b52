import type { LinkCollector } from "../page-links"
import type { Matrix } from "../pdf/matrix"
import type { EmbeddedFont } from "./embedded-font"
import type { ClipState, OfdCanvas } from "./ofd-canvas"
import type { Pictures } from "./pictures"
import type { FontResource, Resources } from "./resources"
import type { TextLines } from "./text-lines"
import type { XmlNode } from "./xml-tree"

/** The context of drawn objects: their coordinate space, their inherited values, and the clipping area. */
export type Scope = {
  resources: Resources
  /** From the objects' space to points of the page. */
  matrix: Matrix
  /** Drawing parameters of the layer and the groups around, the nearest first. */
  drawParams: readonly XmlNode[]
  alpha: number
  clip: ClipState
  /** True for patterns and seals: their words are drawn, but are no text of the page. */
  muted: boolean
}

/** Parts of a page that are not displayed as they should be. */
export type PageNote = "picture" | "font" | "gradient"

export type PageTarget = {
  canvas: OfdCanvas
  lines: TextLines
  links: LinkCollector
  pictures: Pictures
  /** Returns a font that can be used; null if it is not embedded or damaged. */
  openFont(font: FontResource, resources: Resources): Promise<EmbeddedFont | null | "damaged">
  /** Returns the target of a link; null if it leads nowhere. */
  targetOf(action: XmlNode): { page: number; down: number; url: string } | null
}

/** The functions of a page's writer that texts and paints need. */
export interface ObjectWriter {
  readonly canvas: OfdCanvas
  readonly target: PageTarget
  note(kind: PageNote): void
  /** Draws objects in their order. `group` may name a drawing parameter for all of them. */
  writeObjects(nodes: readonly XmlNode[], scope: Scope, group?: XmlNode): Promise<void>
  /** Returns the element with this name of the object or of the drawing parameters that it inherits. */
  inherited(node: XmlNode, scope: Scope, name: string): XmlNode | undefined
  /** Returns the first holder of an attribute: the object or the drawing parameters that it inherits. */
  holder(node: XmlNode, scope: Scope, name: string): XmlNode | undefined
}
