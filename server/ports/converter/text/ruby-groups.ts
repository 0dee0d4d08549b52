import type { DefaultTreeAdapterTypes } from "parse5"

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** A part of a word with its reading, which may be empty. */
export type RubyGroup = { base: Node[]; reading: string }

const MAX_DEPTH = 50

const isElement = (node: Node): node is Element => "tagName" in node

function textOf(node: Node, depth = 0): string {
  if (node.nodeName === "#text" && "value" in node) return node.value
  return depth > MAX_DEPTH || !("childNodes" in node) ? "" : node.childNodes.map((child) => textOf(child, depth + 1)).join("")
}

const readingOf = (element: Element): string => textOf(element).replace(/\s+/g, " ").trim()

/** Pairs bases with readings. A reading of several bases, as of a whole word, is placed above all of them. */
function pair(bases: readonly Node[][], readings: readonly string[]): RubyGroup[] {
  if (bases.length === readings.length) return bases.map((base, index) => ({ base, reading: readings[index] ?? "" }))
  return [{ base: bases.flat(), reading: readings.filter(Boolean).join(" ") }]
}

/**
 * Splits the content of a <ruby> into bases and readings, in the ways that books write them: text and <rt> by turns, or a row of <rb> and a
 * row of <rt>. <rp> has the brackets for programs without readings.
 */
export function rubyGroups(ruby: Element, isHidden: (element: Element) => boolean): RubyGroup[] {
  const groups: RubyGroup[] = []
  let bases: Node[][] = []
  let readings: string[] = []
  let loose: Node[] | null = null
  const addBase = (nodes: Node[]): void => {
    // a base after readings begins the next group
    if (readings.length > 0) {
      groups.push(...pair(bases, readings))
      bases = []
      readings = []
    }
    bases.push(nodes)
  }
  for (const node of ruby.childNodes) {
    if (isElement(node) && node.tagName === "rp") continue
    if (isElement(node) && (node.tagName === "rt" || node.tagName === "rtc")) {
      loose = null
      const texts = node.tagName === "rtc" ? node.childNodes.filter((child) => isElement(child) && child.tagName === "rt") : []
      const parts = texts.length > 0 ? texts.filter(isElement) : [node]
      if (!isHidden(node)) readings.push(...parts.map(readingOf))
    } else if (isElement(node) && node.tagName === "rb") {
      loose = null
      addBase([...node.childNodes])
    } else if (loose) loose.push(node)
    else if (isElement(node) || ("value" in node && node.value.trim() !== "")) {
      loose = [node]
      addBase(loose)
    }
  }
  groups.push(...pair(bases, readings))
  return groups
}
