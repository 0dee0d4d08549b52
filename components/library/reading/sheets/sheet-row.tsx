import { type CSSProperties, memo } from "react"
import type { SheetStyle } from "@/lib/contract/types"
import type { Cells } from "./sheet-data"
import type { CellSpan, Spans } from "./sheet-layout"

/** Returns a text colour that is readable on any background colour. */
const inkOn = (fill: string): string => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16))
  return (red! * 299 + green! * 587 + blue! * 114) / 1000 < 128 ? "#fff" : "#000"
}

const lookOf = ({ bold, italic, underline, strike, color, fill, align, valign, wrap }: SheetStyle): CSSProperties => ({
  ...(bold && { fontWeight: 600 }),
  ...(italic && { fontStyle: "italic" }),
  ...((underline || strike) && { textDecoration: `${underline ? "underline" : ""} ${strike ? "line-through" : ""}` }),
  ...(fill && { background: fill, color: inkOn(fill) }),
  ...(color && { color }),
  ...(align && { textAlign: align }),
  ...(valign && { verticalAlign: valign }),
  ...(wrap && { whiteSpace: "pre-wrap" }),
})

export type SheetDrawing = {
  /** rendered columns, with the left edge of frozen ones */
  columns: readonly { column: number; left: number | null }[]
  styles: readonly SheetStyle[]
  /** the cells of a row; undefined until they are loaded */
  find: (row: number) => Cells | null | undefined
}

type Props = {
  row: number
  height: number
  /** its upper edge if it is frozen */
  top: number | null
  cells: Cells | null | undefined
  spans: Spans | null
  drawing: SheetDrawing
}

type CellProps = Omit<Props, "spans"> & { column: number; left: number | null; span: CellSpan | undefined; next: number | undefined }

const Cell = ({ row, height, column, left, cells, span, top, drawing, next }: CellProps) => {
  const source = span && span.from[0] !== row ? drawing.find(span.from[0]) : cells
  const cell = source?.get(span ? span.from[1] : column)
  const look = cell && lookOf(drawing.styles[cell[1]] ?? {})
  const text = cell?.[0] ?? ""
  // text overflows into an empty neighbour, as in spreadsheet programs
  const runs = text !== "" && !span && !look?.textAlign && !look?.whiteSpace && next !== undefined && !cells?.get(next)
  const stickyStyle = { ...(left !== null && { left }), ...(top !== null && { top }) }
  return (
    <td
      style={{ ...look, ...stickyStyle }}
      colSpan={span?.columns}
      rowSpan={span?.rows}
      data-left={left !== null || undefined}
      data-top={top !== null || undefined}
      data-runs={runs || undefined}
      title={text.length > 24 ? text : undefined}
    >
      {look?.whiteSpace ? <div style={{ maxHeight: height * (span?.rows ?? 1) - 2 }}>{text}</div> : text}
    </td>
  )
}

/** A row of the grid. */
export const SheetRow = memo(({ row, height, top, cells, spans, drawing }: Props) => (
  <tr
    style={{ height, lineHeight: `${Math.min(18, height - 1)}px` }}
    aria-rowindex={row + 2}
    data-coming={cells === undefined || undefined}
  >
    <th scope="row" style={top === null ? undefined : { top }} data-top={top !== null || undefined}>
      {row + 1}
    </th>
    {drawing.columns.map(({ column, left }, index) =>
      spans?.covered.has(`${row} ${column}`) ? null : (
        <Cell
          key={column}
          {...{ row, height, column, left, top, cells, drawing }}
          span={spans?.at.get(`${row} ${column}`)}
          next={drawing.columns[index + 1]?.column}
        />
      ),
    )}
  </tr>
))
SheetRow.displayName = "SheetRow"
