"use client"

import { useMemo, useState } from "react"
import type { Result } from "@/lib/contract/types"
import type { CrudEntry, TreePosition } from "./entity"
import { positionOf, treeRows, type TreeRow } from "./tree"
import type { Act } from "./use-act"

type Move = (id: number, destination: TreePosition) => Promise<Result<unknown>>

/** Returns the rows of a list as a tree, with its folded rows and a move that can be undone from its notice. `rows` is null unless `on`. */
export const useTree = (rows: readonly CrudEntry[], on: boolean, act: Act, move: Move) => {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const visible = useMemo(() => (on ? treeRows(rows, folded) : null), [rows, folded, on])
  const all = useMemo(() => (on ? treeRows(rows) : []), [rows, on])
  return {
    rows: visible,
    folded,
    fold: (id: number) =>
      setFolded((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    move: (row: TreeRow, destination: TreePosition) => {
      const back = positionOf(all, row)
      void act({ call: () => move(row.id, destination), done: "已移动", undo: { call: () => move(row.id, back) } })
    },
  }
}
export type TreeState = ReturnType<typeof useTree>
