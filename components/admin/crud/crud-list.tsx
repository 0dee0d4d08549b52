"use client"

import type { ReactNode } from "react"
import { BatchBar, type CrudAction } from "./actions"
import { CrudCards } from "./crud-cards"
import { CrudTable } from "./crud-table"
import type { CrudEntry } from "./entity"
import type { Named } from "./field"
import { ListFoot } from "./list-foot"
import { isFiltered } from "./list-state"
import { ListState } from "./list-states"
import type { EmptyText } from "./options"
import type { Crud } from "./use-crud"
import type { ListLayout } from "./use-list-layout"
import type { TreeState } from "./use-tree"

type Props = {
  heading: string
  /** name of one row, as 横幅 */
  label: string
  unit: string
  crud: Pick<Crud<CrudEntry>, "state" | "change" | "rows" | "total" | "status" | "message" | "reload" | "selected" | "select">
  layout: ListLayout
  tree: TreeState
  title: Named | undefined
  emptyText: EmptyText | undefined
  batch: CrudAction[]
  rowActions: (row: CrudEntry) => CrudAction[]
  canSelect: (row: CrudEntry) => boolean
  cell: (field: Named, row: CrudEntry) => ReactNode
  onCreate: (() => void) | undefined
}

/** The rows of a screen as a table or, on a phone, as cards, with the bar of batch actions and the pages. */
export const CrudList = ({ heading, label, unit, crud, layout, tree, title, emptyText, batch, rowActions, ...props }: Props) => {
  const { state, change } = crud
  const { root, style, density, phone, columns, widths } = layout
  const { cell, canSelect, onCreate } = props
  const Rows = phone ? CrudCards : CrudTable
  const defaultText = { title: `还没有${label}`, text: onCreate ? "新增第一条，它就会出现在这里。" : "有了之后会出现在这里。" }
  return (
    <section ref={root} className="card adm-list" style={style} aria-label={heading} data-density={density}>
      <BatchBar count={crud.selected.length} unit={unit} actions={batch} onClear={() => crud.select([])} />
      <ListState
        status={crud.status}
        message={crud.message}
        count={crud.rows.length}
        filtered={isFiltered(state)}
        emptyText={emptyText ?? defaultText}
        onRetry={crud.reload}
        onReset={() => change({ page: 1, wd: "", filters: {} })}
        onCreate={onCreate}
      >
        <Rows
          columns={columns}
          widths={widths}
          rows={tree.rows ?? crud.rows}
          order={state.order}
          onOrder={(order) => change({ order, page: 1 })}
          selected={crud.selected}
          onSelect={batch.some((action) => !action.hidden) ? crud.select : null}
          canSelect={canSelect}
          actions={rowActions}
          titleField={title}
          busy={crud.status === "loading"}
          cell={cell}
        />
        {tree.rows ? null : <ListFoot state={state} total={crud.total} unit={unit} onChange={change} />}
      </ListState>
    </section>
  )
}
