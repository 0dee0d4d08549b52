import type { ImportContext, MappedRow } from "./mapping.usecases"

type Statuses = { options: readonly { value: number; label: string }[] }
type Kind = { value: number | string; label: string }

/** Replaces unknown statuses by the one that waits for a review, so that content that was hidden in the source is never published. */
export const withStatuses = (
  world: ImportContext,
  table: string,
  rows: MappedRow[],
  { statuses, fallback }: { statuses: Statuses; fallback: number },
): MappedRow[] =>
  rows.map((one) => {
    const status = Number(one.row.status ?? 0)
    if (statuses.options.some(({ value }) => value === status)) return one
    world.note(table, one.id, `状态 ${status} 这里没有，改为${statuses.options.find(({ value }) => value === fallback)!.label}`)
    return { ...one, values: { ...one.values, status: fallback } }
  })

/** `title`: what the report calls the column. `isOff`: the row takes effect with another value, so it is switched off until staff look. */
type Kinds = { options: readonly Kind[]; fallback: number | string; column?: string; title?: string; isOff?: true }

/** Replaces kinds that are unknown here: no page and no filter would show the row. */
export const withKinds = (
  world: ImportContext,
  table: string,
  rows: MappedRow[],
  { column = "type", title = "类型 ", options, fallback, isOff }: Kinds,
): MappedRow[] =>
  rows.map((one) => {
    const kind = one.row[column] ?? (typeof fallback === "number" ? 0 : "")
    if (options.some(({ value }) => String(value) === String(kind))) return one
    const { label } = options.find(({ value }) => value === fallback)!
    world.note(table, one.id, `${title}${String(kind).slice(0, 60)} 这里没有，改为${label}${isOff ? "，并停用了" : ""}`)
    return { ...one, values: { ...one.values, [column]: fallback, ...(isOff && { enable: false }) } }
  })
