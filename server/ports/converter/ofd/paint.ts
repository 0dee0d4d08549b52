import { type Matrix, multiply } from "../pdf/matrix"
import { threeDecimals } from "../svg"
import { hexOf, solidColour, type SolidColour } from "./colours"
import { matrixText } from "./ofd-canvas"
import type { ObjectWriter, Scope } from "./drawing-scope"
import { inverse, matrixOf, numberOf, numbersOf, POINTS_PER_MM } from "./values"
import { child, children, descendants, type XmlNode } from "./xml-tree"

/** The paint of a fill or stroke: an SVG paint and its opacity. `plain`: the same in every space. */
export type Paint = { value: string; alpha: number; plain: boolean }

type Stop = { offset: number; colour: SolidColour }

function stopsOf(shading: XmlNode, scope: Scope): Stop[] {
  const segments = children(shading, "Segment")
  return segments.flatMap((segment, index) => {
    const colour = solidColour(child(segment, "Color"), scope.resources)
    const even = segments.length > 1 ? index / (segments.length - 1) : 0
    return colour ? [{ offset: Math.max(0, Math.min(1, numberOf(segment, "Position", even))), colour }] : []
  })
}

/** `extend`: bit 0 before the start, bit 1 beyond the end. Where a shading does not extend, nothing is painted. */
function stopTags(stops: readonly Stop[], extend: number): string {
  const tag = ({ offset, colour }: Stop, alpha = colour.alpha): string =>
    `<stop offset="${threeDecimals(offset)}" stop-color="${hexOf(colour)}"${alpha < 1 ? ` stop-opacity="${threeDecimals(alpha)}"` : ""}/>`
  const before = (extend & 1) === 0 ? tag({ ...stops[0]!, offset: 0 }, 0) : ""
  const after = (extend & 2) === 0 ? tag({ ...stops.at(-1)!, offset: 1 }, 0) : ""
  return before + stops.map((stop) => tag(stop)).join("") + after
}

const spreads: Record<string, string> = { Repeat: ' spreadMethod="repeat"', Reflect: ' spreadMethod="reflect"' }

function axial(shading: XmlNode, stops: readonly Stop[], id: string): string {
  const [x1 = 0, y1 = 0] = numbersOf(shading.attributes["StartPoint"])
  let [x2 = 0, y2 = 0] = numbersOf(shading.attributes["EndPoint"])
  const spread = spreads[shading.attributes["MapType"] ?? ""] ?? ""
  const length = Math.hypot(x2 - x1, y2 - y1)
  const unit = numberOf(shading, "MapUnit", length)
  if (spread && unit > 0 && length > 0) [x2, y2] = [x1 + ((x2 - x1) * unit) / length, y1 + ((y2 - y1) * unit) / length]
  const ends = [x1, y1, x2, y2].map(threeDecimals)
  const line = `x1="${ends[0]}" y1="${ends[1]}" x2="${ends[2]}" y2="${ends[3]}"`
  const tags = stopTags(stops, spread ? 3 : numberOf(shading, "Extend", 0))
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${line}${spread}>${tags}</linearGradient>`
}

function radial(shading: XmlNode, stops: readonly Stop[], id: string): string {
  const [fx = 0, fy = 0] = numbersOf(shading.attributes["StartPoint"])
  const [cx = 0, cy = 0] = numbersOf(shading.attributes["EndPoint"])
  const [inner, outer] = [numberOf(shading, "StartRadius", 0), numberOf(shading, "EndRadius", 0)]
  const spread = spreads[shading.attributes["MapType"] ?? ""] ?? ""
  const extend = spread ? 3 : numberOf(shading, "Extend", 0)
  const reversed = inner > outer
  const ordered = reversed ? stops.map(({ offset, colour }) => ({ offset: 1 - offset, colour })).toReversed() : stops
  const turned = reversed ? ((extend & 1) << 1) | (extend >> 1) : extend
  const [r, fr] = [Math.max(inner, outer, 1e-6), Math.min(inner, outer)].map(threeDecimals)
  const [middle, focus] = reversed
    ? [
        [fx, fy],
        [cx, cy],
      ]
    : [
        [cx, cy],
        [fx, fy],
      ]
  const [x, y, startX, startY] = [...middle!, ...focus!].map(threeDecimals)
  const eccentricity = Math.min(0.999, numberOf(shading, "Eccentricity", 0))
  const squeeze = Math.sqrt(1 - eccentricity * eccentricity)
  const angle = numberOf(shading, "Angle", 0)
  const ellipse =
    eccentricity > 0 || angle
      ? ` gradientTransform="translate(${x} ${y}) rotate(${angle}) scale(1 ${threeDecimals(squeeze)}) translate(${threeDecimals(-Number(x))} ${threeDecimals(-Number(y))})"`
      : ""
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${r}" fx="${startX}" fy="${startY}" fr="${fr}"${ellipse}${spread}>${stopTags(ordered, turned)}</radialGradient>`
}

/** Returns the mean of the corners of a mesh, which replaces shadings that SVG does not have. */
function meanColour(mesh: XmlNode, scope: Scope): SolidColour | null {
  const colours = descendants(mesh, "Color").flatMap((node) => solidColour(node, scope.resources) ?? [])
  if (colours.length === 0) return null
  const mean = (pick: (colour: SolidColour) => number): number => colours.reduce((sum, colour) => sum + pick(colour), 0) / colours.length
  const [red, green, blue] = [mean((c) => c.red), mean((c) => c.green), mean((c) => c.blue)].map(Math.round) as [number, number, number]
  return { red, green, blue, alpha: mean((colour) => colour.alpha) }
}

/** Draws a pattern's cell once and returns the paint that repeats it. `local`: from the object's space to the page. */
async function pattern(writer: ObjectWriter, node: XmlNode, scope: Scope, local: Matrix): Promise<string | null> {
  const [width, height] = [numberOf(node, "Width", 0), numberOf(node, "Height", 0)]
  const [stepX, stepY] = [Math.max(width, numberOf(node, "XStep", width)), Math.max(height, numberOf(node, "YStep", height))]
  const cell = child(node, "CellContent")
  if (!cell || !(stepX > 0 && stepY > 0)) return null
  const { canvas } = writer
  // a cell has no place on the page: it is drawn in its own space, its words are not text, and the page's clip does not hold
  const inner = {
    ...scope,
    matrix: [1, 0, 0, 1, 0, 0] as Matrix,
    muted: true,
    alpha: 1,
    clip: { id: "", bounds: [-1e6, -1e6, 1e6, 1e6] as const },
  }
  const pieces = await canvas.capture(() => writer.writeObjects(cell.children, inner, node))
  const method = node.attributes["ReflectMethod"] ?? "Normal"
  const [across, down] = [method === "Column" || method === "RowAndColumn" ? 2 : 1, method === "Row" || method === "RowAndColumn" ? 2 : 1]
  const id = canvas.newId("p")
  const ctm = matrixOf(node.attributes["CTM"]) ?? [1, 0, 0, 1, 0, 0]
  const page = node.attributes["RelativeTo"] === "Page" ? multiply([POINTS_PER_MM, 0, 0, POINTS_PER_MM, 0, 0], inverse(local)) : null
  const transform = matrixText(page ? multiply(ctm, page) : ctm)
  const size = `width="${threeDecimals(stepX * across)}" height="${threeDecimals(stepY * down)}"`
  canvas.define(`<pattern id="${id}" patternUnits="userSpaceOnUse" x="0" y="0" ${size} patternTransform="${transform}">`)
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) {
      const mirror: Matrix = [column ? -1 : 1, 0, 0, row ? -1 : 1, column ? 2 * stepX : 0, row ? 2 * stepY : 0]
      canvas.define(`<g transform="${matrixText(mirror)}">`, ...pieces, "</g>")
    }
  canvas.define("</pattern>")
  return id
}

/**
 * Returns the paint of a FillColor or StrokeColor; null if it paints nothing. `local` maps the object's own space, in which shadings are
 * described, to the page.
 */
export async function paintOf(writer: ObjectWriter, node: XmlNode | undefined, scope: Scope, local: Matrix): Promise<Paint | null> {
  if (!node) return null
  const alpha = Math.max(0, Math.min(1, numberOf(node, "Alpha", 255) / 255))
  const [shading, special] = [node.children.find(({ name }) => name.endsWith("Shd")), child(node, "Pattern")]
  if (special) {
    const id = await pattern(writer, special, scope, local)
    return id === null ? null : { value: `url(#${id})`, alpha, plain: false }
  }
  if (shading?.name === "AxialShd" || shading?.name === "RadialShd") {
    const stops = stopsOf(shading, scope)
    if (stops.length === 0) return null
    const id = writer.canvas.newId("s")
    writer.canvas.define(shading.name === "AxialShd" ? axial(shading, stops, id) : radial(shading, stops, id))
    return { value: `url(#${id})`, alpha, plain: false }
  }
  if (shading) writer.note("gradient")
  const colour = shading ? meanColour(shading, scope) : solidColour(node, scope.resources)
  return colour && { value: hexOf(colour), alpha: colour.alpha, plain: true }
}
