"use client"

import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { Sheet } from "@/lib/contract/types"
import { type Book, useBlocks } from "./sheet-data"
import { blockOf, columnName, rowsOf, spansOf } from "./sheet-layout"
import { SheetPictures } from "./sheet-pictures"
import { type SheetDrawing, SheetRow } from "./sheet-row"

/** Rows rendered above and below the visible ones; the rendered range moves in steps of this size. */
const around = 20
/** Delay before rows are requested (ms), so that rows scrolled past are skipped. */
const settle = 80
const gutter = 52
const headHeight = 26
const tall = 34_000_000

const numbers = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n)

/** Returns the range of rows around the screen, in steps. */
const useStretch = (box: RefObject<HTMLDivElement | null>, rows: ReturnType<typeof rowsOf>, count: number) => {
  const [stretch, setStretch] = useState({ from: 0, to: Math.min(count, 3 * around) })
  const look = useCallback(() => {
    const element = box.current
    if (!element) return
    const first = rows.rowAt(element.scrollTop)
    const last = rows.rowAt(element.scrollTop + element.clientHeight)
    const from = Math.max(0, Math.floor(first / around) * around - around)
    const to = Math.min(count, (Math.floor(last / around) + 2) * around)
    setStretch((before) => (before.from === from && before.to === to ? before : { from, to }))
  }, [box, rows, count])
  useLayoutEffect(look, [look])
  useEffect(() => {
    const element = box.current
    if (!element) return
    let tick = 0
    const soon = () => {
      tick ||= requestAnimationFrame(() => {
        tick = 0
        look()
      })
    }
    element.addEventListener("scroll", soon, { passive: true })
    const watch = new ResizeObserver(soon)
    watch.observe(element)
    return () => {
      cancelAnimationFrame(tick)
      element.removeEventListener("scroll", soon)
      watch.disconnect()
    }
  }, [box, look])
  return stretch
}

/** Returns the columns to render: hidden ones are left out, frozen ones have their fixed position. */
const columnsOf = ({ widths, frozen }: Sheet): { columns: SheetDrawing["columns"]; width: number } => {
  let left = gutter
  let width = gutter
  const columns = widths.flatMap((columnWidth, column): { column: number; left: number | null }[] => {
    if (columnWidth <= 0) return []
    width += columnWidth
    if (column >= frozen.columns) return [{ column, left: null }]
    left += columnWidth
    return [{ column, left: left - columnWidth }]
  })
  return { columns, width }
}

/** One sheet as a table that renders only the rows near the screen. */
export const SheetGrid = ({ uuid, book, sheet, labelledBy }: { uuid: string; book: Book; sheet: Sheet; labelledBy: string }) => {
  const box = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf(sheet, 1), [sheet])
  const { columns, width } = useMemo(() => columnsOf(sheet), [sheet])
  const { from, to } = useStretch(box, rows, sheet.rows)
  const { want, find, sourceOf } = useBlocks(uuid)
  const { styles } = book
  const drawing = useMemo<SheetDrawing>(
    () => ({ columns, styles, find: (row) => find(blockOf(sheet, row), row) }),
    [columns, styles, find, sheet],
  )
  const frozen = useMemo(() => numbers(0, sheet.frozen.rows).filter((row) => rows.heightOf(row) > 0), [rows, sheet])
  const start = Math.max(from, sheet.frozen.rows)
  const visibleRows = useMemo(() => numbers(start, to).filter((row) => rows.heightOf(row) > 0), [rows, start, to])
  const pictures = useMemo(() => {
    const frozenHeight = rows.topOf(sheet.frozen.rows)
    const [first, last] = [rows.topOf(start), to >= sheet.rows ? Infinity : rows.topOf(to)]
    const all = sheet.pictures ?? []
    // a picture that is larger than the frozen rows scrolls with the others
    const still = all.filter(({ y, height }) => y + height <= frozenHeight)
    return { frozen: still, others: all.filter((one) => !still.includes(one) && one.y <= last && one.y + one.height >= first) }
  }, [rows, sheet, start, to])
  const spans = useMemo(() => {
    if (!sheet.merges.length) return null
    return spansOf(
      sheet.merges,
      [frozen, visibleRows],
      columns.map(({ column }) => column),
    )
  }, [sheet, frozen, visibleRows, columns])
  useEffect(() => {
    const needed = new Set([...frozen, ...visibleRows].map((row) => blockOf(sheet, row)))
    for (const {
      from: [row],
    } of spans?.at.values() ?? [])
      needed.add(blockOf(sheet, row))
    for (const { block } of [...pictures.frozen, ...pictures.others]) needed.add(block)
    const timer = window.setTimeout(() => needed.forEach(want), settle)
    return () => window.clearTimeout(timer)
  }, [frozen, visibleRows, pictures, spans, sheet, want])

  const above = Math.max(0, rows.topOf(start) - rows.topOf(sheet.frozen.rows))
  const below = Math.min(tall, Math.max(0, rows.total - rows.topOf(Math.max(to, start))))
  const draw = (row: number, top: number | null) => (
    <SheetRow key={row} {...{ row, top, spans, drawing }} height={rows.heightOf(row)} cells={drawing.find(row)} />
  )
  const corner = { left: gutter, top: headHeight, sourceOf }
  return (
    <div ref={box} className="book-scroll" id="sheet-panel" role="tabpanel" aria-labelledby={labelledBy} tabIndex={0}>
      {pictures.frozen.length > 0 && <SheetPictures pictures={pictures.frozen} {...corner} frozen />}
      <table style={{ width }} aria-rowcount={sheet.rows + 1} aria-colcount={sheet.columns + 1}>
        <colgroup>
          <col style={{ width: gutter }} />
          {columns.map(({ column }) => (
            <col key={column} style={{ width: sheet.widths[column] }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1} style={{ height: headHeight }}>
            <td className="book-corner" aria-label="行号" />
            {columns.map(({ column, left }) => (
              <th key={column} scope="col" style={left === null ? undefined : { left }} data-left={left !== null || undefined}>
                {columnName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {frozen.map((row) => draw(row, headHeight + rows.topOf(row)))}
          {above > 0 && <tr aria-hidden="true" style={{ height: above }} />}
          {visibleRows.map((row) => draw(row, null))}
          {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
        </tbody>
      </table>
      {pictures.others.length > 0 && <SheetPictures pictures={pictures.others} {...corner} />}
      {sheet.rows === 0 && <p className="side-note">这张表是空的</p>}
    </div>
  )
}
