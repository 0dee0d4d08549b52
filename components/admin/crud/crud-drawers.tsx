"use client"

import type { ComponentType } from "react"
import { BatchPanel } from "./batch-panel"
import type { CrudFields } from "./crud-fields"
import { nameOf } from "./crud-table"
import { DetailDrawer } from "./detail-drawer"
import type { ListPath } from "./entity"
import { FormDrawer } from "./form-drawer"
import type { CrudPageOptions, PanelProps, Screen } from "./options"
import type { RowChanges } from "./use-changes"
import type { CrudDrawersState } from "./use-crud-drawers"
import type { CrudRights } from "./use-crud-rights"

type Props<P extends ListPath, N extends string, B extends string> = {
  options: CrudPageOptions<P, N, B>
  drawers: CrudDrawersState<P, N, B>
  screen: Screen<P, N | B>
  fields: CrudFields
  rights: CrudRights
  changes: RowChanges
  /** name of one row, as 横幅 */
  label: string
  unit: string
}

/** Everything that opens over the list: the form, the details of a row, a batch form, and the screen's own panel. */
export const CrudDrawers = <P extends ListPath, N extends string, B extends string>(props: Props<P, N, B>) => {
  const { options, drawers, screen, fields, rights, changes, label } = props
  const { form, detail } = drawers
  return (
    <>
      <FormDrawer
        open={form !== null}
        title={`${form?.row ? "编辑" : "新增"}${label}`}
        fields={form?.row ? fields.editing : fields.creating}
        row={form?.row ?? null}
        read={rights.read}
        newest={changes.newest}
        undo={changes.undo}
        onSave={screen.crud.save}
        question={form?.row ? undefined : options.createQuestion}
        onClose={drawers.closeForm}
      />
      <DetailDrawer
        row={detail}
        title={detail ? nameOf(fields.title, detail) : ""}
        fields={fields.all}
        screen={screen}
        read={rights.read}
        onClose={drawers.closeDetail}
      />
      <OpenPanel {...props} />
    </>
  )
}

/** The batch form or the panel that an action of the screen has opened by its name. */
const OpenPanel = <P extends ListPath, N extends string, B extends string>(props: Props<P, N, B>) => {
  const { options, drawers, screen, fields, unit } = props
  const { panel, closePanel } = drawers
  if (!panel) return null
  const { crud, act } = screen
  const form = options.batchForms?.[panel.name as B]
  const Panel: ComponentType<PanelProps<P>> | undefined = options.panels?.[panel.name as N]
  return (
    <>
      {form ? (
        <BatchPanel
          form={form}
          rows={panel.rows}
          unit={unit}
          nameOf={(row) => nameOf(fields.title, row)}
          act={act}
          onDone={crud.reload}
          onClose={closePanel}
        />
      ) : null}
      {Panel ? <Panel rows={panel.rows} crud={crud} onClose={closePanel} /> : null}
    </>
  )
}
