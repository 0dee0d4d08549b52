import type { DefaultTreeAdapterTypes } from "parse5"
import { applyMatrix, type Matrix, multiply, scaleOf } from "../pdf/matrix"
import { textWidth } from "./line-breaking"

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** One line of text of a drawing: the start of its base line, its width and the size of its letters, in units of the drawing. */
export type DrawnText = { text: string; x: number; y: number; width: number; size: number }

const MAX_DEPTH = 200
const MAX_TEXTS = 2_000
const UNSEEN = new Set("defs symbol clipPath mask pattern marker title desc metadata script style foreignObject".split(" "))
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
const USUAL_SIZE = 16
const PIXELS: Record<string, number> = { px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }

const isElement = (node: Node): node is Element => "tagName" in node

const attribute = (element: Element, name: string): string => element.attrs.find((candidate) => candidate.name === name)?.value ?? ""

/** Returns the value of a property: that of the style attribute before the attribute of its name. */
const propertyOf = (element: Element, name: string): string =>
  new RegExp(`(?:^|;)\\s*${name}\\s*:([^;!]+)`, "i").exec(attribute(element, "style"))?.[1]?.trim() ?? attribute(element, name)

/** Returns the first length of a list in pixels; null if there is none. `size` is that of the letters. */
function lengthOf(value: string, size: number): number | null {
  const [, number = "", unit = ""] = /^\s*([+-]?[\d.]+(?:e[+-]?\d+)?)(px|pt|pc|mm|cm|in|em|%)?/i.exec(value) ?? []
  const length = Number.parseFloat(number)
  if (!Number.isFinite(length)) return null
  if (unit === "em") return length * size
  return unit === "%" ? (length * size) / 100 : length * (PIXELS[unit.toLowerCase()] ?? 1)
}

function functionMatrix(name: string, values: readonly number[]): Matrix {
  const [a = 0, b, c] = values
  if (name === "translate") return [1, 0, 0, 1, a, b ?? 0]
  if (name === "scale") return [a, 0, 0, b ?? a, 0, 0]
  if (name === "matrix" && values.length === 6) return values as unknown as Matrix
  if (name !== "rotate") return IDENTITY
  const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)]
  const [x, y] = [b ?? 0, c ?? 0]
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y]
}

function matrixOf(element: Element, outer: Matrix): Matrix {
  const functions = attribute(element, "transform").matchAll(/(\w+)\s*\(([^)]*)\)/g)
  // the last function is applied first
  return Array.from(functions).reduce<Matrix>((matrix, [, name = "", list = ""]) => {
    const values = (list.match(/[+-]?(?:\d*\.\d+|\d+\.?)(?:e[+-]?\d+)?/gi) ?? []).map(Number)
    return multiply(functionMatrix(name, values), matrix)
  }, outer)
}

/** What an element passes on to those inside it. */
type Inherited = { matrix: Matrix; size: number; anchor: string }

class TextCollector {
  readonly texts: DrawnText[] = []
  private text = ""
  private start = [0, 0]
  private look: Inherited = { matrix: IDENTITY, size: USUAL_SIZE, anchor: "" }

  constructor(private readonly isHidden: (element: Element) => boolean) {}

  walk(parent: Element, inherited: Inherited, depth: number): void {
    for (const node of parent.childNodes) {
      if (!isElement(node) || UNSEEN.has(node.tagName) || depth > MAX_DEPTH || this.isHidden(node)) continue
      const inner = this.inheritedBy(node, inherited)
      if (node.tagName !== "text") {
        this.walk(node, inner, depth + 1)
        continue
      }
      this.startAt(node, [0, 0], inner)
      this.content(node, inner, depth + 1)
      this.end()
    }
  }

  private inheritedBy(element: Element, { matrix, size, anchor }: Inherited): Inherited {
    const shift: Matrix =
      element.tagName === "svg"
        ? [1, 0, 0, 1, lengthOf(attribute(element, "x"), size) ?? 0, lengthOf(attribute(element, "y"), size) ?? 0]
        : IDENTITY
    return {
      matrix: multiply(shift, matrixOf(element, matrix)),
      size: lengthOf(propertyOf(element, "font-size"), size) ?? size,
      anchor: propertyOf(element, "text-anchor") || anchor,
    }
  }

  /** Begins a line at the position of an element; what it does not give is that of `usual`. */
  private startAt(element: Element, usual: readonly number[], look: Inherited): void {
    this.end()
    const moved = (name: string, index: number): number =>
      (lengthOf(attribute(element, name), look.size) ?? usual[index] ?? 0) + (lengthOf(attribute(element, `d${name}`), look.size) ?? 0)
    this.start = [moved("x", 0), moved("y", 1)]
    this.look = look
  }

  private content(element: Element, look: Inherited, depth: number): void {
    for (const node of element.childNodes) {
      if (node.nodeName === "#text" && "value" in node) this.text += node.value.replace(/\s+/g, " ")
      if (!isElement(node) || UNSEEN.has(node.tagName) || depth > MAX_DEPTH || this.isHidden(node)) continue
      const inner = this.inheritedBy(node, look)
      const begins = ["x", "y", "dy"].some(
        (name) => (lengthOf(attribute(node, name), inner.size) ?? 0) !== 0 || attribute(node, name) === "0",
      )
      if (begins) this.startAt(node, this.start, inner)
      this.content(node, inner, depth + 1)
    }
  }

  private end(): void {
    const text = this.text.trim()
    this.text = ""
    if (text === "" || this.texts.length >= MAX_TEXTS) return
    const { matrix, size, anchor } = this.look
    const width = textWidth(text, false) * size
    const shift = anchor === "middle" ? width / 2 : anchor === "end" ? width : 0
    const [x, y] = applyMatrix(matrix, (this.start[0] ?? 0) - shift, this.start[1] ?? 0)
    const scale = scaleOf(matrix)
    this.texts.push({ text, x, y, width: width * scale, size: size * scale })
  }
}

/** Returns the texts of a drawing, line by line, without hidden ones. */
export function svgTexts(svg: Element, isHidden: (element: Element) => boolean): DrawnText[] {
  const collector = new TextCollector(isHidden)
  const size = lengthOf(propertyOf(svg, "font-size"), USUAL_SIZE) ?? USUAL_SIZE
  collector.walk(svg, { matrix: IDENTITY, size, anchor: propertyOf(svg, "text-anchor") }, 0)
  return collector.texts
}
