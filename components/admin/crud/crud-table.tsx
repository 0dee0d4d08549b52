"use client"

import { Table, type TableColumnType } from "antd"
import { useEffect, useRef, type ReactNode } from "react"
import type { CrudEntry } from "./entity"
import type { Named } from "./field"
import { RowActions, type CrudAction } from "./actions"
import { opening } from "./row-open"
import { textOf } from "./text"

export type RowsProps = {
  columns: Named[]
  /** px by column, once they are fixed (`use-fitting.ts`) */
  widths: ReadonlyMap<string, number> | null
  rows: CrudEntry[]
  order: string
  onOrder: (order: string) => void
  selected: CrudEntry[]
  onSelect: ((rows: CrudEntry[]) => void) | null
  canSelect: (row: CrudEntry) => boolean
  actions: (row: CrudEntry) => CrudAction[]
  titleField: Named | undefined
  busy: boolean
  /** renders one value of a row */
  cell: (field: Named, row: CrudEntry) => ReactNode
}

const ends = { ascend: "asc", descend: "desc" } as const
/** px; the names of a reference may come after the rows */
const wide: Partial<Record<NonNullable<Named["kind"]>, number>> = { image: 88, datetime: 142, number: 72, switch: 88, ref: 150 }
const actionsWidth = 96
const boxesWidth = 44

export const nameOf = (field: Named | undefined, row: CrudEntry) => (field ? textOf(field, row) : "") || `#${row.id}`

export const CrudTable = (props: RowsProps) => {
  const { columns, widths, rows, order, onOrder, selected, onSelect, canSelect, actions, titleField, busy, cell } = props
  const [by, direction] = order.split(" ")
  const acted = rows.some((row) => actions(row).some((action) => !action.hidden))
  const drawn: TableColumnType<CrudEntry>[] = columns.map((field, at) => ({
    key: field.name,
    title: field.label,
    width: widths?.get(field.name) ?? field.width ?? (field.kind ? wide[field.kind] : undefined),
    align: field.kind === "number" ? "right" : undefined,
    fixed: at === 0 && field.title ? "start" : undefined,
    className: field === titleField ? "adm-name" : undefined,
    sorter: field.sort ? true : undefined,
    sortOrder: field.sort && by === field.name ? (direction === "asc" ? "ascend" : "descend") : undefined,
    render: (_, row) => cell(field, row),
  }))
  if (acted)
    drawn.push({
      key: "actions",
      title: "操作",
      fixed: "end",
      width: actionsWidth,
      render: (_, row) => <RowActions actions={actions(row)} name={nameOf(titleField, row)} inline={2} />,
    })
  const total = widths
    ? [...widths.values()].reduce((sum, width) => sum + width, (acted ? actionsWidth : 0) + (onSelect ? boxesWidth : 0))
    : 0
  // antd measures columns in a hidden copy of the header; `inert` keeps its second "select all" out of the tab order
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.querySelector(".ant-table-measure-row")?.setAttribute("inert", ""))
  return (
    <div ref={root}>
      <Table<CrudEntry>
        rowKey="id"
        columns={drawn}
        dataSource={rows}
        pagination={false}
        showSorterTooltip={false}
        tableLayout={widths ? "fixed" : "auto"}
        scroll={{ x: widths ? total : "max-content" }}
        sticky
        className={busy ? "busy" : undefined}
        onRow={(row) => opening(actions(row))}
        aria-busy={busy}
        onChange={(_, __, sorter) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter
          onOrder(one?.order ? `${String(one.columnKey)} ${ends[one.order]}` : "")
        }}
        rowSelection={
          onSelect
            ? {
                selectedRowKeys: selected.map((row) => row.id),
                onChange: (_, chosen) => onSelect(chosen),
                columnWidth: boxesWidth,
                fixed: true,
                getCheckboxProps: (row) => ({ disabled: !canSelect(row), "aria-label": `选择 ${nameOf(titleField, row)}` }),
                getTitleCheckboxProps: () => ({ "aria-label": "全选" }),
              }
            : undefined
        }
      />
    </div>
  )
}
