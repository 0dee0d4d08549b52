import type { SiteSettings } from "@/lib/view/site/site-settings"
import type { CrudAction } from "./actions"
import { nameOf } from "./crud-table"
import type { Entity, CrudEntry, ListPath, RowOf } from "./entity"
import type { Named } from "./field"
import { offeredActions } from "./offered"
import type { CrudPageOptions, Screen } from "./options"
import type { Undo } from "./use-act"
import type { CrudRights } from "./use-crud-rights"

type Source<P extends ListPath, N extends string, B extends string> = {
  entity: Entity<P>
  options: CrudPageOptions<P, N, B>
  screen: Screen<P, N | B>
  settings: SiteSettings
  rights: CrudRights
  title: Named | undefined
  unit: string
  onInspect: (row: CrudEntry) => void
  onEdit: (row: CrudEntry) => void
}

/** The actions on one row and on the selected rows: those of the engine around those of the screen. */
export const crudActions = <P extends ListPath, N extends string, B extends string>(source: Source<P, N, B>) => {
  const { entity, options, screen, settings, rights, title, unit, onInspect, onEdit } = source
  const { crud, act } = screen
  const removing = options.removing ?? "删除"
  const canSelect = (row: CrudEntry) => options.canSelect?.(row as RowOf<P>) ?? true

  const remove = (rows: CrudEntry[]) => {
    const what = rows.length === 1 ? `“${nameOf(title, rows[0]!)}”` : ` ${rows.length} ${unit}${entity.label}`
    const ask = { title: `${removing}${what}？`, content: options.removal ?? "删除后不能恢复。", okText: removing, danger: true }
    const ids = rows.map((row) => row.id)
    const { restore } = rights
    const undo: Undo | undefined = restore && { label: "恢复", call: () => restore.call(ids) }
    void act({ ask, call: () => crud.remove(ids), done: `${removing}成功`, undo, refused: options.refusedRemoval?.(rows as RowOf<P>[]) })
  }
  const removal = { key: "delete", label: removing, icon: "trash", danger: true, hidden: !rights.mayRemove } as const

  return {
    canSelect,
    ofRow: (row: CrudEntry): CrudAction[] => [
      { key: "inspect", label: "查看", icon: "eye", hidden: !options.inspect, onClick: () => onInspect(row) },
      { key: "edit", label: "编辑", icon: "pencil", hidden: !rights.mayEdit, onClick: () => onEdit(row) },
      ...offeredActions(options.rowActions?.(row as RowOf<P>, screen) ?? [], settings),
      { ...removal, disabled: !canSelect(row), onClick: () => remove([row]) },
    ],
    ofSelection: (): CrudAction[] => [
      ...offeredActions(options.batchActions?.(crud.selected, screen) ?? [], settings),
      { ...removal, onClick: () => remove(crud.selected) },
    ],
  }
}
