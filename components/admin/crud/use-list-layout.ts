"use client"

import { usePhone } from "@/components/ui/use-media"
import { useColumns, useDensity } from "./column-chooser"
import type { CrudEntry } from "./entity"
import type { Named } from "./field"
import { useFitting } from "./use-fitting"

/** The layout of the list: cards on a phone, else a table with the chosen columns that fit. `root` goes on the box of the table. */
export const useListLayout = (path: string, fields: Named[], rows: CrudEntry[]) => {
  const { columns: chosen, kept: hasStoredColumns, choose } = useColumns(path, fields, rows)
  const { root, columns: fitting, widths, style } = useFitting(chosen, hasStoredColumns, rows.map(({ id }) => id).join())
  const { density, chooseDensity } = useDensity()
  const phone = usePhone()
  return { phone, columns: phone ? chosen : fitting, chooseColumns: choose, density, chooseDensity, root, widths, style }
}
export type ListLayout = ReturnType<typeof useListLayout>
