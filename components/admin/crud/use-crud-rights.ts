"use client"

import { useMay } from "@/components/providers/use-may"
import type { ListPath, MethodOf, RowOf } from "./entity"
import { isFiltered } from "./list-state"
import type { CrudPageOptions } from "./options"
import type { Crud } from "./use-crud"

/** The actions on rows that the screen declares and the user has a right to. */
export const useCrudRights = <P extends ListPath, N extends string, B extends string>(
  options: CrudPageOptions<P, N, B>,
  crud: Crud<RowOf<P>, MethodOf<P>>,
) => {
  const may = useMay()
  const { create, edit, remove, detail, restore, tree } = options
  // with `detail` the form needs the full row, hence the right to read it
  const mayEdit = edit !== false && crud.may("Update") && (!detail || crud.may("Get"))
  const isReordered = isFiltered(crud.state) || crud.state.order !== ""
  return {
    mayCreate: create !== false && crud.may("Create"),
    mayEdit,
    mayRemove: remove !== false && crud.may("Delete"),
    /** rows of a tree can be moved only while all of them are shown in their own order */
    mayMove: tree === true && !isReordered && mayEdit,
    /** reads the full row where the list leaves fields out */
    read: detail && crud.may("Get") ? crud.get : undefined,
    restore: restore && may(restore.right) ? restore : undefined,
  }
}
export type CrudRights = ReturnType<typeof useCrudRights>
