import { type Matrix, multiply, scaleOf } from "../pdf/matrix"
import { threeDecimals } from "../svg"
import { boundsOf, clipped, type ClipState, matrixText, type OfdCanvas, ofdLimits } from "./ofd-canvas"
import { type Paint, paintOf } from "./paint"
import type { ObjectWriter, PageNote, PageTarget, Scope } from "./drawing-scope"
import { readPath } from "./path-data"
import { writeText } from "./text-writer"
import { flagOf, matrixOf, numberOf, numbersOf, type Rectangle, rectangleOf } from "./values"
import { child, children, childText, type XmlNode } from "./xml-tree"
import { ConversionError } from "../converter.port"

/** Lines of no width are drawn this thick (points), as in PDF. */
const THINNEST = 0.25
const STANDARD_LINE = 0.353
/** Space (mm) beyond its boundary that an object may fill before it is clipped. */
const BOUNDARY_TOLERANCE = 0.5

/** Draws the objects of a page and of everything on it: templates, annotations, composite objects, patterns and seals. */
export class PageWriter implements ObjectWriter {
  readonly notes = new Set<PageNote>()
  private depth = 0
  /** Area in square points that pictures cover. */
  pictured = 0

  constructor(readonly target: PageTarget) {}

  get canvas(): OfdCanvas {
    return this.target.canvas
  }

  note(kind: PageNote): void {
    this.notes.add(kind)
  }

  /** Draws objects in their order. `group` may name a drawing parameter for all of them. */
  async writeObjects(nodes: readonly XmlNode[], scope: Scope, group?: XmlNode): Promise<void> {
    this.depth += 1
    if (this.depth > ofdLimits.depth) throw new ConversionError("memory")
    const drawParams = [...scope.resources.drawParams(group?.attributes["DrawParam"]), ...scope.drawParams]
    for (const node of nodes) await this.writeObject(node, { ...scope, drawParams })
    this.depth -= 1
  }

  /** Returns the element with this name of the object or of the drawing parameters that it inherits. */
  inherited(node: XmlNode, scope: Scope, name: string): XmlNode | undefined {
    for (const holder of [node, ...scope.drawParams]) {
      const element = child(holder, name)
      if (element) return element
    }
    return undefined
  }

  /** Returns the first holder of an attribute: the object or the drawing parameters that it inherits. */
  holder(node: XmlNode, scope: Scope, name: string): XmlNode | undefined {
    return [node, ...scope.drawParams].find(({ attributes }) => attributes[name] !== undefined)
  }

  /** Returns the attributes of a stroke in the space of the object, which `scale` enlarges. */
  strokeAttributes(node: XmlNode, scope: Scope, paint: Paint, scale: number): string {
    const width = numberOf(this.holder(node, scope, "LineWidth"), "LineWidth", STANDARD_LINE)
    let attributes = ` stroke="${paint.value}" stroke-width="${threeDecimals(Math.max(width, THINNEST / (scale || 1)))}"`
    const alpha = paint.alpha * scope.alpha
    if (alpha < 1) attributes += ` stroke-opacity="${threeDecimals(alpha)}"`
    const join = this.holder(node, scope, "Join")?.attributes["Join"]
    const cap = this.holder(node, scope, "Cap")?.attributes["Cap"]
    if (join === "Round" || join === "Bevel") attributes += ` stroke-linejoin="${join.toLowerCase()}"`
    if (cap === "Round" || cap === "Square") attributes += ` stroke-linecap="${cap.toLowerCase()}"`
    const miter = numberOf(this.holder(node, scope, "MiterLimit"), "MiterLimit", 0)
    if (miter >= 1) attributes += ` stroke-miterlimit="${threeDecimals(miter)}"`
    const dashes = numbersOf(this.holder(node, scope, "DashPattern")?.attributes["DashPattern"]).slice(0, 32)
    if (dashes.some((dash) => dash > 0) && dashes.every((dash) => dash >= 0)) {
      attributes += ` stroke-dasharray="${dashes.map(threeDecimals).join(" ")}"`
      const offset = numberOf(this.holder(node, scope, "DashOffset"), "DashOffset", 0)
      if (offset) attributes += ` stroke-dashoffset="${threeDecimals(offset)}"`
    }
    return attributes
  }

  private async writeObject(node: XmlNode, outer: Scope): Promise<void> {
    if (node.name === "PageBlock" || node.name === "Layer") return this.writeObjects(node.children, outer, node)
    if (!/^(Text|Path|Image|Composite)Object$/.test(node.name) || !flagOf(node, "Visible", true)) return
    this.canvas.count(1, 0)
    const boundary = rectangleOf(node.attributes["Boundary"])
    if (!boundary) return
    const base = multiply([1, 0, 0, 1, boundary.x, boundary.y], outer.matrix)
    const matrix = multiply(matrixOf(node.attributes["CTM"]) ?? [1, 0, 0, 1, 0, 0], base)
    const drawParams = [...outer.resources.drawParams(node.attributes["DrawParam"]), ...outer.drawParams]
    const alpha = outer.alpha * Math.max(0, Math.min(1, numberOf(node, "Alpha", 255) / 255))
    const clip = this.clipOf(node, matrix, base, outer.clip)
    const scope: Scope = { ...outer, matrix, drawParams, alpha, clip }
    this.addLinks(node, boundary, outer)
    if (node.name === "TextObject") await writeText(this, node, scope)
    if (node.name === "PathObject") await this.writePath(node, scope, boundary, base)
    if (node.name === "ImageObject") await this.writeImage(node, scope, boundary, base)
    if (node.name === "CompositeObject") await this.writeComposite(node, scope)
  }

  private async writePath(node: XmlNode, scope: Scope, boundary: Rectangle, base: Matrix): Promise<void> {
    const shape = readPath(childText(node, "AbbreviatedData"))
    if (!shape) return
    this.canvas.count(0, shape.segments)
    const fill = flagOf(node, "Fill", false) ? await paintOf(this, this.inherited(node, scope, "FillColor"), scope, scope.matrix) : null
    const strokeColour = this.inherited(node, scope, "StrokeColor")
    const black: Paint = { value: "#000", alpha: 1, plain: true }
    const stroke = flagOf(node, "Stroke", true) ? (strokeColour ? await paintOf(this, strokeColour, scope, scope.matrix) : black) : null
    if (!fill && !stroke) return
    let attributes = fill ? (fill.value === "#000" ? "" : ` fill="${fill.value}"`) : ' fill="none"'
    if (fill && fill.alpha * scope.alpha < 1) attributes += ` fill-opacity="${threeDecimals(fill.alpha * scope.alpha)}"`
    if (fill && node.attributes["Rule"] === "Even-Odd") attributes += ' fill-rule="evenodd"'
    if (stroke) attributes += this.strokeAttributes(node, scope, stroke, scaleOf(scope.matrix))
    const width = stroke ? numberOf(this.holder(node, scope, "LineWidth"), "LineWidth", STANDARD_LINE) : 0
    const extent = boundsOf(scope.matrix, shape.left, shape.top, shape.right, shape.bottom)
    const clip = this.boundaryClip(boundary, base, extent, Math.max(width, BOUNDARY_TOLERANCE), scope.clip)
    this.canvas.put(clipped(`<path transform="${matrixText(scope.matrix)}" d="${shape.data}"${attributes}/>`, clip))
  }

  private async writeImage(node: XmlNode, scope: Scope, boundary: Rectangle, base: Matrix): Promise<void> {
    const { resources, alpha } = scope
    const media = resources.media(node.attributes["ResourceID"] ?? "")
    const mask = resources.media(node.attributes["ImageMask"] ?? "")
    // an image without a matrix fills its boundary
    const matrix = node.attributes["CTM"] === undefined ? multiply([boundary.width, 0, 0, boundary.height, 0, 0], base) : scope.matrix
    try {
      const uri = await this.target.pictures.uri(resources.archive, media?.file ?? "", mask?.file)
      const extent = boundsOf(matrix, 0, 0, 1, 1)
      const clip = this.boundaryClip(boundary, base, extent, BOUNDARY_TOLERANCE, scope.clip)
      this.canvas.putPicture(uri, matrix, alpha < 1 ? ` opacity="${threeDecimals(alpha)}"` : "", clip)
      this.pictured += (extent[2] - extent[0]) * (extent[3] - extent[1])
    } catch (error) {
      if (error instanceof ConversionError || error instanceof WebAssembly.RuntimeError) throw error
      this.note("picture")
    }
  }

  private async writeComposite(node: XmlNode, scope: Scope): Promise<void> {
    const content = child(scope.resources.composite(node.attributes["ResourceID"] ?? ""), "Content")
    if (!content) return
    const translucent = scope.alpha < 1
    // members that overlap must not shine through each other
    if (translucent) this.canvas.put(`<g opacity="${threeDecimals(scope.alpha)}">`)
    await this.writeObjects(content.children, { ...scope, alpha: 1 }, content)
    if (translucent) this.canvas.put("</g>")
  }

  /** Objects are clipped by their boundary, where they really exceed it. A boundary may be as thin as a line, so some space is added. */
  private boundaryClip(boundary: Rectangle, base: Matrix, extent: readonly number[], tolerance: number, outer: ClipState): ClipState {
    const { width, height } = boundary
    const limits = boundsOf(base, -tolerance, -tolerance, width + tolerance, height + tolerance)
    const inside = extent[0]! >= limits[0] && extent[1]! >= limits[1] && extent[2]! <= limits[2] && extent[3]! <= limits[3]
    return inside ? outer : this.rectangleClip({ x: 0, y: 0, width, height }, base, tolerance, outer)
  }

  /** Returns a clip that shows a rectangle of a space, enlarged on all sides. */
  rectangleClip({ x, y, width, height }: Rectangle, matrix: Matrix, margin: number, outer: ClipState): ClipState {
    const [left, top, right, bottom] = [x - margin, y - margin, x + width + margin, y + height + margin]
    const data = `M${threeDecimals(left)} ${threeDecimals(top)}H${threeDecimals(right)}V${threeDecimals(bottom)}H${threeDecimals(left)}Z`
    return this.canvas.clip(`<path transform="${matrixText(matrix)}" d="${data}"/>`, boundsOf(matrix, left, top, right, bottom), outer)
  }

  /** The areas of a Clip are joined; several Clips show what they share. */
  private clipOf(node: XmlNode, matrix: Matrix, base: Matrix, outer: ClipState): ClipState {
    let state = outer
    const clips = child(node, "Clips")
    const space = flagOf(clips, "TransFlag", true) ? matrix : base
    for (const clip of children(clips, "Clip")) {
      let shapes = ""
      const box = [Infinity, Infinity, -Infinity, -Infinity]
      for (const area of children(clip, "Area")) {
        const path = child(area, "Path")
        const shape = path && readPath(childText(path, "AbbreviatedData"))
        if (!shape) continue
        const { x, y } = rectangleOf(path.attributes["Boundary"]) ?? { x: 0, y: 0 }
        const inArea = multiply(matrixOf(path.attributes["CTM"]) ?? [1, 0, 0, 1, 0, 0], [1, 0, 0, 1, x, y])
        const full = multiply(multiply(inArea, matrixOf(area.attributes["CTM"]) ?? [1, 0, 0, 1, 0, 0]), space)
        this.canvas.count(0, shape.segments)
        const rule = path.attributes["Rule"] === "Even-Odd" ? ' clip-rule="evenodd"' : ""
        shapes += `<path transform="${matrixText(full)}" d="${shape.data}"${rule}/>`
        const bounds = boundsOf(full, shape.left, shape.top, shape.right, shape.bottom)
        for (const side of [0, 1]) box[side] = Math.min(box[side]!, bounds[side]!)
        for (const side of [2, 3]) box[side] = Math.max(box[side]!, bounds[side]!)
      }
      if (shapes !== "") state = this.canvas.clip(shapes, box as unknown as ClipState["bounds"], state)
    }
    return state
  }

  private addLinks(node: XmlNode, { width, height }: Rectangle, { matrix, muted }: Scope): void {
    const boundary = rectangleOf(node.attributes["Boundary"])
    if (muted || !boundary) return
    for (const action of children(child(node, "Actions"), "Action")) {
      const target = this.target.targetOf(action)
      const box = boundsOf(matrix, boundary.x, boundary.y, boundary.x + width, boundary.y + height)
      if (target) this.target.links.add(box, target.page, target.down, target.url)
    }
  }
}
