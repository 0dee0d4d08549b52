"use client"

import { usePathname, useRouter } from "next/navigation"
import { useState } from "react"
import { noteRecent } from "@/components/admin/crud/recent"
import { nameOf } from "./crud-table"
import type { Entity, CrudEntry, ListPath, RowOf } from "./entity"
import type { Named } from "./field"
import type { CrudPageOptions } from "./options"

/** Which drawer of the screen is open: the form (`row: null` = a new one), the details of a row, or one of the screen's own panels. */
export const useCrudDrawers = <P extends ListPath, N extends string, B extends string>(
  entity: Entity<P>,
  options: CrudPageOptions<P, N, B>,
  title: Named | undefined,
) => {
  const router = useRouter()
  const path = usePathname()
  const [form, setForm] = useState<{ row: CrudEntry | null } | null>(null)
  const [detail, setDetail] = useState<CrudEntry | null>(null)
  const [panel, setPanel] = useState<{ name: N | B; rows: RowOf<P>[] } | null>(null)

  /** Adds an opened row to the recent entries of the command palette, with its name as the search where the list has one. */
  const remember = (row: CrudEntry) => {
    const name = nameOf(title, row)
    const query = options.searchIn === false || !title ? "" : `?${new URLSearchParams({ wd: name }).toString()}`
    noteRecent({ path: `${path}${query}`, title: name, kind: entity.label })
  }

  return {
    form,
    detail,
    panel,
    openForm: (row: CrudEntry | null) => {
      if (row) remember(row)
      if (options.formAt) router.push(options.formAt(row as RowOf<P> | null))
      else setForm({ row })
    },
    closeForm: () => setForm(null),
    openDetail: (row: CrudEntry) => {
      remember(row)
      setDetail(row)
    },
    closeDetail: () => setDetail(null),
    openPanel: (name: N | B, rows: RowOf<P>[]) => setPanel({ name, rows }),
    closePanel: () => setPanel(null),
  }
}
export type CrudDrawersState<P extends ListPath, N extends string, B extends string> = ReturnType<typeof useCrudDrawers<P, N, B>>
