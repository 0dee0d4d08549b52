"use client"

import type { ReactNode } from "react"
import { Icon } from "@/components/ui/icon"
import { count } from "@/lib/rules/format"
import { ColumnChooser } from "./column-chooser"
import type { CrudFields } from "./crud-fields"
import type { CrudEntry } from "./entity"
import { ExportButton } from "./export-button"
import { ImportButton } from "./import-button"
import type { Crud } from "./use-crud"
import type { ListLayout } from "./use-list-layout"

type Props = {
  heading: string
  /** name of one row, as 横幅 */
  label: string
  unit: string
  crud: Pick<Crud<CrudEntry>, "status" | "total" | "state" | "add" | "read" | "reload">
  fields: CrudFields
  layout: ListLayout
  /** the field that makes two rows of an import the same; undefined where rows cannot be imported */
  importKey: string | undefined
  /** undefined where the user may create no row */
  onCreate: (() => void) | undefined
  /** the screen's own tools */
  children: ReactNode
}

/** The heading of a screen, with the total and the tools of the whole list. */
export const CrudHead = ({ heading, label, unit, crud, fields, layout, importKey, onCreate, children }: Props) => (
  <div className="adm-h">
    <h1>{heading}</h1>
    <span className="meta num">{crud.status === "ready" ? `共 ${count(crud.total)} ${unit}` : ""}</span>
    <div className="end">
      {children}
      {importKey && onCreate ? (
        <ImportButton crud={crud} creating={fields.creating} importKey={importKey} label={label} unit={unit} />
      ) : null}
      <ExportButton crud={crud} fields={fields.columns} name={heading} />
      {layout.phone ? null : (
        <ColumnChooser
          fields={fields.columns}
          chosen={layout.columns.map(({ name }) => name)}
          onChoose={layout.chooseColumns}
          density={layout.density}
          onDensity={layout.chooseDensity}
        />
      )}
      {onCreate ? (
        <button type="button" className="bt p" onClick={onCreate}>
          <Icon name="plus" small />
          新增
        </button>
      ) : null}
    </div>
  </div>
)
