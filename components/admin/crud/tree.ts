import type { CrudEntry, TreePosition } from "./entity"
import type { ReferenceChoice } from "./reference"

/** A row of a flattened tree: `level` is 0 at the top; `below` is its number of children (antd would draw a field `children`). */
export type TreeRow = CrudEntry & { parent_id: number; level: number; below: number }
type Where = "before" | "inside" | "after"

const parentOf = (row: CrudEntry): number => Number(row.parent_id ?? 0)

type Branch<R> = { row: R; below: Branch<R>[] }

/**
 * Returns the trees of the rows. Rows without a root come last, so that every row stays reachable: branches with a missing parent, then
 * cycles, from their first row on.
 */
const forestOf = <R extends CrudEntry>(rows: readonly R[]): Branch<R>[] => {
  const ids = new Set(rows.map(({ id }) => id))
  const children = new Map<number, R[]>()
  for (const row of rows) {
    const siblings = children.get(parentOf(row))
    if (siblings) siblings.push(row)
    else children.set(parentOf(row), [row])
  }
  const grown = new Set<number>()
  const grow = (row: R): Branch<R> => {
    grown.add(row.id)
    return { row, below: (children.get(row.id) ?? []).flatMap((child) => (grown.has(child.id) ? [] : [grow(child)])) }
  }
  const orphans = rows.filter((row) => parentOf(row) !== 0 && !ids.has(parentOf(row)))
  const trees = [...(children.get(0) ?? []), ...orphans].map(grow)
  for (const row of rows) if (!grown.has(row.id)) trees.push(grow(row))
  return trees
}

/** Flattens a tree in depth-first order, without the descendants of folded rows. */
export const treeRows = (rows: readonly CrudEntry[], folded: ReadonlySet<number> = new Set()): TreeRow[] => {
  const flat = (branches: Branch<CrudEntry>[], level: number): TreeRow[] =>
    branches.flatMap(({ row, below }) => [
      { ...row, parent_id: parentOf(row), level, below: below.length },
      ...(folded.has(row.id) ? [] : flat(below, level + 1)),
    ])
  return flat(forestOf(rows), 0)
}

/** Returns the rows as a tree of choices for a `ref` field. */
export const treeChoices = (rows: readonly (CrudEntry & { title: string })[]): ReferenceChoice[] => {
  const choiceOf = ({ row, below }: Branch<(typeof rows)[number]>): ReferenceChoice => ({
    value: row.id,
    label: row.title,
    children: below.map(choiceOf),
  })
  return forestOf(rows).map(choiceOf)
}

/** Returns a tree of choices without one of them and all below it, which cannot be its parent. */
export const choicesWithout = (choices: readonly ReferenceChoice[], value: number | undefined): ReferenceChoice[] =>
  value === undefined
    ? [...choices]
    : choices
        .filter((choice) => choice.value !== value)
        .map((choice) => (choice.children ? { ...choice, children: choicesWithout(choice.children, value) } : choice))

const siblings = (rows: readonly TreeRow[], parent: number) => rows.filter((row) => row.parent_id === parent)
/** Rows on the first level end the search upwards, also those with a parent that is missing or below them. */
const isBelow = (rows: readonly TreeRow[], id: number, above: number): boolean => {
  const row = rows.find((one) => one.id === id)
  return row !== undefined && (row.id === above || (row.level > 0 && isBelow(rows, row.parent_id, above)))
}
const following = (rows: readonly TreeRow[], row: TreeRow, without: number): number => {
  const all = siblings(rows, row.parent_id).filter((one) => one.id !== without)
  return all[all.findIndex((one) => one.id === row.id) + 1]?.id ?? 0
}

/** Returns the move for a drop on `target`; null if `target` is the row itself or one of its descendants. */
export const dropPosition = (rows: readonly TreeRow[], id: number, target: TreeRow, where: Where): TreePosition | null => {
  if (isBelow(rows, target.id, id)) return null
  if (where === "inside") return { parent_id: target.id, before: 0 }
  // beside a branch without a root: at the end of the first level
  if (target.level === 0 && target.parent_id !== 0) return { parent_id: 0, before: 0 }
  return { parent_id: target.parent_id, before: where === "before" ? target.id : following(rows, target, id) }
}

/** Returns where a drop at `y` inserts the row: before for the upper 30 % of a row, after for the lower 30 %, inside for the middle. */
export const partOf = (y: number, { top, height }: { top: number; height: number }): Where => {
  const share = (y - top) / height
  return share < 0.3 ? "before" : share > 0.7 ? "after" : "inside"
}

/**
 * Returns the move for an arrow key: up and down among siblings, right into the previous sibling, left out of the parent; null if
 * impossible.
 */
export const keyPosition = (rows: readonly TreeRow[], row: TreeRow, key: string): TreePosition | null => {
  const all = siblings(rows, row.parent_id)
  const at = all.findIndex((one) => one.id === row.id)
  const parent = row.level > 0 ? rows.find((one) => one.id === row.parent_id) : undefined
  if (key === "ArrowUp" && at > 0) return { parent_id: row.parent_id, before: all[at - 1]!.id }
  if (key === "ArrowDown" && at < all.length - 1) return { parent_id: row.parent_id, before: all[at + 2]?.id ?? 0 }
  if (key === "ArrowRight" && at > 0) return { parent_id: all[at - 1]!.id, before: 0 }
  if (key === "ArrowLeft" && parent) return { parent_id: parent.parent_id, before: following(rows, parent, row.id) }
  return null
}

/** Returns the current position of a row, to undo a move. */
export const positionOf = (rows: readonly TreeRow[], row: TreeRow): TreePosition => ({
  parent_id: row.parent_id,
  before: following(rows, row, 0),
})
