type Node = { id: number; parent_id: number; enable: boolean }
export type Tree<T> = T & { children: Tree<T>[] }

/** Builds trees by `parent_id`; a child of a disabled parent counts as disabled (docs/reference/specification.md 3). Only enabled ones are kept. */
export const enabledTree = <T extends Node>(rows: T[], parent = 0, depth = 0): Tree<T>[] =>
  depth > 16
    ? []
    : rows
        .filter((row) => row.parent_id === parent && row.enable && row.id !== parent)
        .map((row) => ({ ...row, children: enabledTree(rows, row.id, depth + 1) }))
