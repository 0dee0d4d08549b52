import type { Options } from "css-select"
import type { DefaultTreeAdapterTypes } from "parse5"

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const isTag = (node: Node): node is Element => "tagName" in node
const getChildren = (node: Node): Node[] => ("childNodes" in node ? node.childNodes : [])
const getParent = (node: Node): Element | null => ("parentNode" in node ? (node.parentNode as Element | null) : null)
const MAX_DEPTH = 400

function textOf(node: Node, depth = 0): string {
  if (node.nodeName === "#text" && "value" in node) return node.value
  return depth > MAX_DEPTH
    ? ""
    : getChildren(node)
        .map((child) => textOf(child, depth + 1))
        .join("")
}

type Test = (element: Element) => boolean

/** Returns the elements among the nodes and inside them that pass, in the order of the page. */
function findAll(test: Test, nodes: readonly Node[], depth = 0): Element[] {
  if (depth > MAX_DEPTH) return []
  return nodes.filter(isTag).flatMap((element) => [...(test(element) ? [element] : []), ...findAll(test, element.childNodes, depth + 1)])
}

/** Lets css-select read the tree that parse5 makes. */
export const treeAdapter: NonNullable<Options<Node, Element>["adapter"]> = {
  isTag,
  getChildren,
  getParent,
  getName: (element) => element.tagName,
  getText: (node) => textOf(node),
  getSiblings: (node) => {
    const parent = getParent(node)
    return parent ? getChildren(parent) : [node]
  },
  getAttributeValue: (element, name) => element.attrs.find((candidate) => candidate.name === name)?.value,
  hasAttrib: (element, name) => element.attrs.some((candidate) => candidate.name === name),
  removeSubsets: (nodes) => nodes,
  findAll: (test, nodes) =>
    findAll(
      test,
      nodes.flatMap((node) => (isTag(node) ? [node] : getChildren(node))),
    ),
  findOne: (test, nodes) => findAll(test, nodes)[0] ?? null,
  existsOne: (test, nodes) => findAll(test, nodes).length > 0,
}
