"use client"

import { useMay } from "@/components/providers/use-may"
import { useFeedback } from "@/components/providers/feedback"
import { useSettings } from "@/components/providers/settings"
import { titleOf } from "@/lib/contract/entities"
import { crudActions } from "./crud-actions"
import { CrudDrawers } from "./crud-drawers"
import { useCrudFields } from "./crud-fields"
import { CrudHead } from "./crud-head"
import { CrudList } from "./crud-list"
import type { Entity, ListPath } from "./entity"
import { ListCell } from "./list-cell"
import type { CrudPageOptions, Screen } from "./options"
import { SavedViews } from "./saved-views"
import { SearchForm } from "./search-form"
import { useAct } from "./use-act"
import { useChanges } from "./use-changes"
import { useCrud } from "./use-crud"
import { useCrudDrawers } from "./use-crud-drawers"
import { useCrudRights } from "./use-crud-rights"
import { useListLayout } from "./use-list-layout"
import { useTree } from "./use-tree"

type Props<P extends ListPath, N extends string, B extends string> = { entity: Entity<P>; options: CrudPageOptions<P, N, B> }

/** The screen that `crudPage` makes from a declaration. */
export const CrudView = <P extends ListPath, N extends string, B extends string>({ entity, options }: Props<P, N, B>) => {
  const fields = useCrudFields(entity, options)
  const crud = useCrud(entity, fields.searchNames, options.rights, options)
  const layout = useListLayout(entity.path, fields.columns, crud.rows)
  const drawers = useCrudDrawers(entity, options, fields.title)
  const act = useAct(crud.reload)
  const rights = useCrudRights(options, crud)
  const changes = useChanges(crud, fields.editing, rights.read)
  const tree = useTree(crud.rows, options.tree === true, act, crud.move)
  const context = { may: useMay(), feedback: useFeedback() }

  const screen: Screen<P, N | B> = { crud, act, ...context, show: drawers.openPanel }
  const { label, unit = "条" } = entity
  const { title } = fields
  const heading = options.title ?? titleOf(entity)
  const onCreate = rights.mayCreate ? () => drawers.openForm(null) : undefined
  const { openDetail: onInspect, openForm: onEdit } = drawers
  const settings = useSettings()
  const actions = crudActions({ entity, options, screen, settings, rights, title, unit, onInspect, onEdit })

  return (
    <>
      <CrudHead {...{ heading, label, unit, crud, fields, layout, onCreate }} importKey={options.imports}>
        {options.toolbar?.(screen)}
      </CrudHead>
      {fields.views.length > 0 ? <SavedViews views={fields.views} crud={crud} label={heading} /> : null}
      <SearchForm fields={fields.search} wd={options.searchIn ?? "关键词"} state={crud.state} onChange={crud.change} />
      <CrudList
        {...{ heading, label, unit, crud, layout, tree, title, onCreate }}
        emptyText={options.empty}
        batch={actions.ofSelection()}
        rowActions={actions.ofRow}
        canSelect={actions.canSelect}
        cell={(field, row) => <ListCell {...{ field, row, title, screen, tree, rights }} onChange={changes.change} />}
      />
      <CrudDrawers {...{ options, drawers, screen, fields, rights, changes, label, unit }} />
    </>
  )
}
