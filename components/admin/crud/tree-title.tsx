"use client"

import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react"
import { createPortal } from "react-dom"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import type { TreePosition } from "./entity"
import { dropPosition, keyPosition, partOf, type TreeRow } from "./tree"

type Props = {
  row: TreeRow
  /** the visible rows, in display order */
  rows: readonly TreeRow[]
  name: string
  folded: boolean
  onFold: () => void
  /** null if rows cannot be moved */
  onMove: ((row: TreeRow, destination: TreePosition) => void) | null
  children: ReactNode
}

/** A row's name with its indentation, a button that folds its children, and a handle to move it by pointer or arrow keys. */
export const TreeTitle = ({ row, rows, name, folded, onFold, onMove, children }: Props) => (
  <span className="adm-tree" style={{ paddingInlineStart: row.level * 22 }} data-tree-row={row.id}>
    {onMove ? <Handle row={row} rows={rows} name={name} onMove={onMove} /> : null}
    {row.below > 0 ? (
      <button
        type="button"
        className="ib adm-fold"
        aria-expanded={!folded}
        aria-label={`${folded ? "展开" : "收起"} ${name}`}
        onClick={onFold}
      >
        <Icon name={folded ? "next" : "down"} small />
      </button>
    ) : (
      <i className="adm-fold" />
    )}
    {children}
  </span>
)

type Drop = {
  destination: TreePosition
  where: "before" | "inside" | "after"
  box: { top: number; left: number; width: number; height: number }
}

const Handle = ({ row, rows, name, onMove }: Pick<Props, "row" | "rows" | "name"> & { onMove: NonNullable<Props["onMove"]> }) => {
  const [drop, setDrop] = useState<Drop | null>(null)
  const [dragging, setDragging] = useState(false)

  const over = ({ clientX, clientY }: PointerEvent) => {
    const box = document.elementFromPoint(clientX, clientY)?.closest(".adm-list tr, .adm-cards > li")
    const target = rows.find((one) => String(one.id) === box?.querySelector<HTMLElement>("[data-tree-row]")?.dataset.treeRow)
    if (!box || !target) return setDrop(null)
    const { top, left, width, height } = box.getBoundingClientRect()
    const where = partOf(clientY, { top, height })
    const destination = dropPosition(rows, row.id, target, where)
    setDrop(destination && { destination, where, box: { top, left, width, height } })
  }
  const end = () => {
    setDragging(false)
    setDrop(null)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") return end()
    const destination = keyPosition(rows, row, event.key)
    if (!destination) return
    event.preventDefault()
    onMove(row, destination)
  }
  return (
    <>
      <button
        type="button"
        className={dragging ? "ib adm-grip dragging" : "ib adm-grip"}
        aria-label={`移动 ${name}`}
        title="拖动，或用方向键移动"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragging(true)
        }}
        onPointerMove={(event) => dragging && over(event)}
        onPointerUp={() => {
          if (dragging && drop) onMove(row, drop.destination)
          end()
        }}
        onPointerCancel={end}
        onKeyDown={press}
      >
        <MoreIcon name="sort" small />
      </button>
      {drop ? createPortal(<div className="admin adm-drop" data-where={drop.where} style={drop.box} />, document.body) : null}
    </>
  )
}
