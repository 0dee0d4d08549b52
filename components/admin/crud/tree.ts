import type { Entry, Place } from "./entity"
import type { Choice } from "./reference"

/** A row of a tree as the list draws it: `level` 0 at the top; `below` counts those right below it (antd takes `children` for rows of its own). */
export type TreeRow = Entry & { parent_id: number; level: number; below: number }
type Where = "before" | "inside" | "after"

const parentOf = (row: Entry): number => Number(row.parent_id ?? 0)

/** The rows as a tree is read, from top to bottom; what lies below a folded row is left out. A row whose parent is not there stands at the top. */
export const treeRows = (rows: readonly Entry[], folded: ReadonlySet<number> = new Set()): TreeRow[] => {
  const ids = new Set(rows.map(({ id }) => id))
  const childrenOf = (parent: number) =>
    rows.filter((row) => (ids.has(parentOf(row)) && parentOf(row) !== row.id ? parentOf(row) : 0) === parent)
  const walk = (parent: number, level: number): TreeRow[] =>
    childrenOf(parent).flatMap((row) => {
      const below = childrenOf(row.id).length
      return [{ ...row, parent_id: parentOf(row), level, below }, ...(folded.has(row.id) ? [] : walk(row.id, level + 1))]
    })
  return walk(0, 0)
}

/** The rows as choices of a field that points to one of them. */
export const treeChoices = (rows: readonly (Entry & { title: string })[], parent = 0): Choice[] =>
  rows
    .filter((row) => parentOf(row) === parent && row.id !== parent)
    .map((row) => ({ value: row.id, label: row.title, children: treeChoices(rows, row.id) }))

const siblings = (rows: readonly TreeRow[], parent: number) => rows.filter((row) => row.parent_id === parent)
const isBelow = (rows: readonly TreeRow[], id: number, above: number): boolean => {
  const row = rows.find((one) => one.id === id)
  return row !== undefined && (row.id === above || (row.parent_id !== 0 && isBelow(rows, row.parent_id, above)))
}
const following = (rows: readonly TreeRow[], row: TreeRow, without: number): number => {
  const all = siblings(rows, row.parent_id).filter((one) => one.id !== without)
  return all[all.findIndex((one) => one.id === row.id) + 1]?.id ?? 0
}

/** The place that a drop on a row means; null for a row on itself or on one below it. */
export const dropPlace = (rows: readonly TreeRow[], id: number, target: TreeRow, where: Where): Place | null => {
  if (isBelow(rows, target.id, id)) return null
  if (where === "inside") return { parent_id: target.id, before: 0 }
  return { parent_id: target.parent_id, before: where === "before" ? target.id : following(rows, target, id) }
}

/** Upper, middle and lower part of a row are before, inside and after it. */
export const partOf = (y: number, { top, height }: { top: number; height: number }): Where => {
  const share = (y - top) / height
  return share < 0.3 ? "before" : share > 0.7 ? "after" : "inside"
}

/** Up and down move a row among its siblings, right below the one before it, left behind its parent; null where there is no way. */
export const keyPlace = (rows: readonly TreeRow[], row: TreeRow, key: string): Place | null => {
  const all = siblings(rows, row.parent_id)
  const at = all.findIndex((one) => one.id === row.id)
  const parent = rows.find((one) => one.id === row.parent_id)
  if (key === "ArrowUp" && at > 0) return { parent_id: row.parent_id, before: all[at - 1]!.id }
  if (key === "ArrowDown" && at < all.length - 1) return { parent_id: row.parent_id, before: all[at + 2]?.id ?? 0 }
  if (key === "ArrowRight" && at > 0) return { parent_id: all[at - 1]!.id, before: 0 }
  if (key === "ArrowLeft" && parent) return { parent_id: parent.parent_id, before: following(rows, parent, row.id) }
  return null
}

/** Where a row stands now: the way back. */
export const placeOf = (rows: readonly TreeRow[], row: TreeRow): Place => ({
  parent_id: row.parent_id,
  before: following(rows, row, 0),
})
