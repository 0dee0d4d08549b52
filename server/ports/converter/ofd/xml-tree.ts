import type { Readable } from "node:stream"
import { ConversionError } from "../converter.port"
import { type Attributes, readXmlEvents } from "../sheets/xml-events"

/** One element with its text and its children in order; names come without their prefixes. */
export type XmlNode = { name: string; attributes: Attributes; children: XmlNode[]; text: string }

/** Maximum number of elements of one part. */
const MAX_ELEMENTS = 400_000

/** Reads a part as a tree. Throws on damaged XML; ConversionError too_large if it has too many elements. */
export async function readTree(stream: Readable): Promise<XmlNode> {
  const root: XmlNode = { name: "", attributes: {}, children: [], text: "" }
  const open = [root]
  let count = 0
  await readXmlEvents(stream, {
    open(name, attributes) {
      count += 1
      if (count > MAX_ELEMENTS) throw new ConversionError("too_large")
      const node: XmlNode = { name, attributes, children: [], text: "" }
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    text(text) {
      const node = open.at(-1)
      if (node) node.text += text
    },
    close() {
      open.pop()
    },
  })
  const [top] = root.children
  if (!top) throw new Error("the part has no element")
  return top
}

/** Returns the first child of this name. */
export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((candidate) => candidate.name === name)
}

/** Returns the children of this name. */
export function children(node: XmlNode | undefined, name: string): XmlNode[] {
  return node?.children.filter((candidate) => candidate.name === name) ?? []
}

/** Returns the trimmed text of a child, or "". */
export function childText(node: XmlNode | undefined, name: string): string {
  return child(node, name)?.text.trim() ?? ""
}

/** Returns all elements of this name below a node, in order. Depth is bounded by the reader. */
export function descendants(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((inner) => (inner.name === name ? [inner, ...descendants(inner, name)] : descendants(inner, name)))
}
