import type { ImportContext, MappedRow } from "./mapping.usecases"

type Statuses = { options: readonly { value: number; label: string }[] }

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
