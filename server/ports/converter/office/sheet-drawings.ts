const ANCHOR = /<((?:\w+:)?)(twoCellAnchor|oneCellAnchor|absoluteAnchor)\b([^>]*)>[\s\S]*?<\/\1\2>/g
const HIDDEN = /\shidden="(?:1|true)"/
/** Longer stretches of rows are looked at in part. */
const MAX_STRETCH = 2_000

type Hidden = { rows: ReadonlySet<number>; columns: (column: number) => boolean }

const attribute = (tag: string, name: string): number => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1] ?? Number.NaN)

/** Returns the hidden rows and columns of a sheet's XML, counted from 0. */
function hiddenIn(sheet: string): Hidden {
  const rows = new Set<number>()
  for (const [tag] of sheet.matchAll(/<row\b[^>]*>/g)) if (HIDDEN.test(tag)) rows.add(attribute(tag, "r") - 1)
  const columns = [...sheet.matchAll(/<col\b[^>]*>/g)].flatMap(([tag]) =>
    HIDDEN.test(tag) ? [[attribute(tag, "min") - 1, attribute(tag, "max") - 1] as const] : [],
  )
  return { rows, columns: (column) => columns.some(([from, to]) => from <= column && column <= to) }
}

/** Returns the first and last row or column of an anchor; the last one counts only if the object reaches into it. */
function stretch(anchor: string, axis: "row" | "col"): [from: number, to: number] {
  const numbers = (name: string): number[] =>
    [...anchor.matchAll(new RegExp(`<(?:\\w+:)?${name}>\\s*(-?\\d+)`, "g"))].map(([, number]) => Number(number))
  const [from = 0, to = from] = numbers(axis)
  const [, offset = 0] = numbers(`${axis}Off`)
  return [from, offset > 0 ? to : Math.max(from, to - 1)]
}

/** Checks whether an object that moves and sizes with its cells has no visible cell, which makes it invisible in Excel. */
function isCollapsed(anchor: string, hidden: Hidden): boolean {
  const every = ([from, to]: [number, number], holds: (index: number) => boolean): boolean => {
    for (let index = from; index <= Math.min(to, from + MAX_STRETCH); index += 1) if (!holds(index)) return false
    return true
  }
  return every(stretch(anchor, "row"), (row) => hidden.rows.has(row)) || every(stretch(anchor, "col"), hidden.columns)
}

/** Removes the objects of a drawing that Excel does not display: hidden ones, and those in rows or columns that are all hidden. */
export function visibleDrawingXml(drawing: string, sheet: string): string {
  const hidden = hiddenIn(sheet)
  return drawing.replace(ANCHOR, (anchor, _prefix: string, kind: string, attributes: string) => {
    const [properties = ""] = /<(?:\w+:)?cNvPr\b[^>]*>/.exec(anchor) ?? []
    const sizes = kind === "twoCellAnchor" && !/editAs="(?:oneCell|absolute)"/.test(attributes)
    return HIDDEN.test(properties) || (sizes && isCollapsed(anchor, hidden)) ? "" : anchor
  })
}
