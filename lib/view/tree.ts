type Node = { id: number; parent_id: number; enable: boolean }
export type TreeNode<T> = T & { children: TreeNode<T>[] }

const maxDepth = 16

/**
 * Builds trees by `parent_id` from enabled rows; a child of a disabled parent counts as disabled (docs/reference/specification.md 3).
 * Visits each row only once, because a site may have ten thousand categories.
 */
export const enabledTree = <T extends Node>(rows: T[]): TreeNode<T>[] => {
  const below = new Map<number, T[]>()
  for (const row of rows) {
    if (!row.enable || row.id === row.parent_id) continue
    const siblings = below.get(row.parent_id)
    if (siblings) siblings.push(row)
    else below.set(row.parent_id, [row])
  }
  const grow = (parent: number, depth: number): TreeNode<T>[] =>
    depth > maxDepth ? [] : (below.get(parent) ?? []).map((row) => ({ ...row, children: grow(row.id, depth + 1) }))
  return grow(0, 0)
}
