"use client"

import { Cell } from "./cell"
import { nameOf } from "./crud-table"
import type { CrudEntry } from "./entity"
import type { Named, FieldValues } from "./field"
import { InlineCell } from "./inline-cell"
import type { TreeRow } from "./tree"
import { TreeTitle } from "./tree-title"
import type { CrudRights } from "./use-crud-rights"
import type { TreeState } from "./use-tree"

type Props = {
  field: Named
  row: CrudEntry
  title: Named | undefined
  screen: unknown
  tree: TreeState
  rights: CrudRights
  onChange: (row: CrudEntry, values: FieldValues) => Promise<boolean>
}

/** One value in the list. The name of a row in a tree also has its indentation and its handle. */
export const ListCell = (props: Props) => {
  const { field, row, title, tree, rights } = props
  if (!tree.rows || field !== title) return <Value {...props} />
  return (
    <TreeTitle
      row={row as TreeRow}
      rows={tree.rows}
      name={nameOf(title, row)}
      folded={tree.folded.has(row.id)}
      onFold={() => tree.fold(row.id)}
      onMove={rights.mayMove ? tree.move : null}
    >
      <Value {...props} />
    </TreeTitle>
  )
}

/** The value itself, as an input where it can be changed within the list. */
const Value = ({ field, row, title, screen, rights, onChange }: Props) =>
  field.inline && rights.mayEdit && !field.render ? (
    <InlineCell
      field={field}
      value={row[field.name]}
      name={nameOf(title, row)}
      onChange={(value) => onChange(row, { [field.name]: value })}
    />
  ) : (
    <Cell field={field} row={row} screen={screen} />
  )
