import { useCallback, useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from "react"
import type { Named } from "./field"

/** Titles shrink down to this width (px) before a column is hidden. */
const leastTitle = 200
const none: readonly string[] = []

type Fit = { for: string; hidden: readonly string[]; title: number | null }

/**
 * Returns the columns in the order in which they are hidden: columns added by the engine, then from right to left those that phones omit
 * too (times last), then those that phones display.
 */
export const goingOrder = (columns: readonly Named[]): Named[] => {
  const rank = ({ name, added, kind, card }: Named) => (added || name === "id" ? 0 : card ? 3 : kind === "datetime" ? 2 : 1)
  return columns
    .filter(({ title }) => !title)
    .toReversed()
    .toSorted((a, b) => rank(a) - rank(b))
}

/**
 * Chooses which columns of a too wide table to hide. All widths in px; `title` is the maximum width of title texts, null if they keep
 * theirs.
 * @param over by how much the table is wider than its box @param titled the width of the widest title
 */
export const fitColumns = (columns: readonly Named[], widths: ReadonlyMap<string, number>, over: number, titled: number) => {
  let left = over - Math.max(0, titled - leastTitle)
  const hidden: string[] = []
  for (const { name } of goingOrder(columns)) {
    if (left <= 0) break
    hidden.push(name)
    left -= widths.get(name) ?? 0
  }
  // width left over by the last hidden column is returned to the titles
  return { hidden, title: titled > leastTitle ? Math.min(titled, leastTitle - Math.min(0, left)) : null }
}

const measure = (root: HTMLElement, columns: readonly Named[]) => {
  const body = root.querySelector<HTMLElement>(".ant-table-body")
  const over = body ? body.scrollWidth - body.clientWidth : 0
  if (!body || over <= 0) return null
  const cells = [...body.querySelectorAll<HTMLElement>(".ant-table-measure-row > td")]
  const before = body.querySelector(".ant-table-selection-column") ? 1 : 0
  const widths = new Map(columns.map(({ name }, at) => [name, cells[at + before]?.offsetWidth ?? 0]))
  const titles = [...body.querySelectorAll<HTMLElement>(".adm-name :is(.cut, .adm-comment)")].map((one) => one.offsetWidth)
  return { over, widths, titled: Math.max(0, ...titles) }
}

/**
 * Widths (px) by column, of these rows; `over`: by how much the table was wider than its box then. `widths` is null while the browser chooses
 * them again.
 */
type Frozen = { for: string; widths: ReadonlyMap<string, number> | null; over: number }

/** Scroll widths are whole pixels, columns are not. */
const roundingPx = 2

/** Reads the widths that the browser gave the columns; null before the table is laid out. */
const freeze = (root: HTMLElement, columns: readonly Named[]) => {
  const body = root.querySelector<HTMLElement>(".ant-table-body")
  const cells = [...(body?.querySelectorAll<HTMLElement>(".ant-table-measure-row > td") ?? [])]
  const before = body?.querySelector(".ant-table-selection-column") ? 1 : 0
  const widths = new Map(columns.map(({ name }, at) => [name, cells[at + before]?.getBoundingClientRect().width ?? 0]))
  return body && [...widths.values()].every((width) => width > 0) ? { widths, over: body.scrollWidth - body.clientWidth } : null
}

/**
 * Returns the columns that fit, and a ref for the table's box, so that the action column never covers a value. Hidden columns stay hidden
 * while box and columns are the same, so that paging does not shift the layout. Columns that the user chose (`kept`) are always visible.
 * `widths`: the browser chooses them for the first paint of these rows (`rowIds`); after that no reply that fills a cell moves them.
 */
export const useFitting = (columns: readonly Named[], hasStoredColumns: boolean, rowIds: string) => {
  const root = useRef<HTMLElement>(null)
  const [room, setRoom] = useState(0)
  const [fit, setFit] = useState<Fit>({ for: "", hidden: none, title: null })
  const key = `${room} ${hasStoredColumns} ${columns.map(({ name }) => name).join()}`
  const hidden = fit.for === key ? fit.hidden : none
  const title = fit.for === key ? fit.title : null
  const visibleColumns = columns.filter(({ name }) => !hidden.includes(name))

  useEffect(() => {
    const box = root.current
    if (!box || typeof ResizeObserver === "undefined") return
    const observer = new ResizeObserver(() => setRoom(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  const adjust = useCallback(() => {
    if (hasStoredColumns || !root.current) return
    const measurement = measure(root.current, visibleColumns)
    if (!measurement) return
    const more = fitColumns(visibleColumns, measurement.widths, measurement.over, measurement.titled)
    if (more.hidden.length > 0 || (more.title !== null && more.title < (title ?? Number.POSITIVE_INFINITY)))
      setFit({ for: key, hidden: [...hidden, ...more.hidden], title: more.title ?? title })
  }, [hasStoredColumns, visibleColumns, hidden, title, key])
  useLayoutEffect(adjust)
  const [frozen, setFrozen] = useState<Frozen | null>(null)
  const frozenKey = `${key} ${visibleColumns.length} ${rowIds}`
  const widths = frozen?.for === frozenKey ? frozen.widths : null
  const hold = useCallback(() => {
    const now = root.current && freeze(root.current, visibleColumns)
    if (!now) return
    const before = frozen?.for === frozenKey ? frozen.over : 0
    // fixed widths may need more room than the browser's: a table that was freed for it is not freed for the same room again
    if (!widths) setFrozen({ for: frozenKey, widths: now.widths, over: Math.max(before, now.over) })
    // a permission added a column of actions or boxes
    else if (now.over > before + roundingPx) setFrozen({ for: frozenKey, widths: null, over: now.over })
  }, [visibleColumns, widths, frozen, frozenKey])
  useLayoutEffect(hold)
  return {
    root,
    columns: visibleColumns,
    widths,
    style: (title ? { "--title-most": `${title}px` } : undefined) as CSSProperties | undefined,
  }
}
