import type { WorkbookPicture } from "./sheet-book"

const PIXEL_IN_EMU = 9525
/** Columns beyond it are not added up. */
const MAX_COLUMN = 2_000
const ANCHOR = /<((?:\w+:)?)(twoCellAnchor|oneCellAnchor|absoluteAnchor)\b[^>]*>([\s\S]*?)<\/\1\2>/g
/** An anchor in several versions, of which LibreOffice chooses one. */
const ALTERNATIVES = /<(\w+:)AlternateContent\b[\s\S]*?<\/\1AlternateContent>/g
const HIDDEN = /<(?:\w+:)?cNvPr\b[^>]*\shidden="(?:1|true)"/
const SHAPE = /^\s*<(?:\w+:)?(?:sp|cxnSp|grpSp)\b/

/** A cell and a distance from its upper left corner, in CSS pixels. */
type Corner = { column: number; row: number; right: number; down: number }

/** A visible object of a sheet's drawing. */
export type DrawnObject = {
  /** The drawing part, and the start tag of its root, which declares the namespaces. */
  part: string
  root: string
  /** The prefix of the anchors, such as `xdr:`. */
  prefix: string
  /** The object without its position. */
  body: string
  from: Corner
  /** The opposite corner, or the size in CSS pixels. */
  to: Corner | { width: number; height: number }
}

/** An object with the picture that will be drawn of it, and the index of its sheet. */
export type BookObject = DrawnObject & { sheet: number; picture: WorkbookPicture }

/** The objects of a book, and the indexes of the sheets that have others, which only their pages show. */
export type BookObjects = { list: readonly BookObject[]; incomplete: ReadonlySet<number> }

/** The sizes of a sheet's columns and rows: those that are listed, and the usual ones. */
export type CellSizes = { widths: ReadonlyMap<number, number>; width: number; heights: ReadonlyMap<number, number>; height: number }

const pixels = (emu: string | undefined): number => Math.round(Number(emu ?? 0) / PIXEL_IN_EMU)

function cornerIn(anchor: string, prefix: string, name: "from" | "to"): Corner | null {
  const content = new RegExp(`<${prefix}${name}>([\\s\\S]*?)</${prefix}${name}>`).exec(anchor)?.[1]
  if (content === undefined) return null
  const value = (field: string): string | undefined => new RegExp(`<${prefix}${field}>\\s*(-?\\d+)`).exec(content)?.[1]
  return {
    column: Number(value("col") ?? 0),
    row: Number(value("row") ?? 0),
    right: pixels(value("colOff")),
    down: pixels(value("rowOff")),
  }
}

function objectIn(anchor: string, prefix: string): Pick<DrawnObject, "body" | "from" | "to"> | null {
  let rest = anchor.replace(new RegExp(`<${prefix}(from|to)>[\\s\\S]*?</${prefix}\\1>`, "g"), "")
  /** Takes an element of the position off the content and returns two of its lengths. */
  const numbers = (element: string, across: string, down: string): [number, number] => {
    const [tag = ""] = new RegExp(`^\\s*<${prefix}${element}\\b[^>]*>`).exec(rest) ?? []
    rest = rest.slice(tag.length)
    const value = (name: string): number => pixels(new RegExp(`\\s${name}="(-?\\d+)"`).exec(tag)?.[1])
    return [value(across), value(down)]
  }
  const [right, down] = numbers("pos", "x", "y")
  const [width, height] = numbers("ext", "cx", "cy")
  const from = cornerIn(anchor, prefix, "from") ?? { column: 0, row: 0, right, down }
  return rest.trim() === "" ? null : { body: rest, from, to: cornerIn(anchor, prefix, "to") ?? { width, height } }
}

/**
 * Returns the visible objects of a drawing part. `complete` is false if there are others, which have several versions or are damaged.
 * Excel's hidden objects are left out.
 */
export function readObjects(part: string, xml: string): { objects: DrawnObject[]; complete: boolean } {
  const root = /<(?:\w+:)?wsDr\b[^>]*>/.exec(xml)?.[0]
  if (root === undefined) return { objects: [], complete: false }
  let complete = true
  const single = xml.replace(ALTERNATIVES, (versions) => {
    if (!/Anchor\b/.test(versions)) return versions
    complete = false
    return ""
  })
  const objects = [...single.matchAll(ANCHOR)].flatMap(([, prefix = "", , anchor = ""]): DrawnObject[] => {
    const object = HIDDEN.test(anchor) ? null : objectIn(anchor, prefix)
    return object ? [{ part, root, prefix, ...object }] : []
  })
  return { objects, complete }
}

function sumOf(listed: ReadonlyMap<number, number>, usual: number, count: number): number {
  let sum = usual * count
  for (const [index, size] of listed) if (index < count) sum += size - usual
  return sum
}

/** Returns the box of an object in CSS pixels; null if it is collapsed, which makes it invisible. */
export function boxOf({ from, to }: DrawnObject, sizes: CellSizes): Pick<WorkbookPicture, "x" | "y" | "width" | "height"> | null {
  const across = ({ column, right }: Corner): number => {
    const width = sizes.widths.get(column) ?? sizes.width
    return sumOf(sizes.widths, sizes.width, Math.min(column, MAX_COLUMN)) + Math.min(right, width)
  }
  const below = ({ row, down }: Corner): number =>
    sumOf(sizes.heights, sizes.height, row) + Math.min(down, sizes.heights.get(row) ?? sizes.height)
  // the distance of an absolute anchor is not limited by its cell
  const [x, y] = "width" in to && from.column === 0 && from.row === 0 ? [from.right, from.down] : [across(from), below(from)]
  const [width, height] = "width" in to ? [to.width, to.height] : [across(to) - x, below(to) - y]
  if (width < 0 || height < 0 || Math.max(width, height) < 2) return null
  return { x, y, width: Math.max(1, width), height: Math.max(1, height) }
}

/** Checks whether cells show through an object: charts and pictures cover them. */
export const isClear = ({ body }: DrawnObject): boolean => SHAPE.test(body)
