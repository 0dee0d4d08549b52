"use client"

import { useSettings } from "@/components/providers/settings"
import type { Key, Result } from "@/lib/contract/types"
import type { CrudEntry } from "./entity"
import { withCreditName, type CrudField, type FieldValues } from "./field"
import { FormDrawer } from "./form-drawer"
import { fieldsOfCall } from "./offered"
import { undoAction, type Act, type Undo } from "./use-act"

/** A form that applies the same values to several rows. `R` is a row. */
export type BatchForm<R> = {
  /** title of the drawer, such as "修改 3 份文档的分类" */
  title: (rows: R[]) => string
  fields: Record<string, CrudField>
  /** the call that takes them, if it takes them by their names */
  call?: Key
  /** label of the submit button */
  ok: string
  danger?: boolean
  done?: string
  send: (ids: number[], values: FieldValues) => Promise<Result<unknown>>
  /** restores the rows' previous values; undefined if the rows do not contain all of them */
  undo?: (rows: R[], values: FieldValues) => Undo | undefined
}

type Props<R extends CrudEntry> = {
  form: BatchForm<R>
  rows: R[]
  unit: string
  nameOf: (row: CrudEntry) => string
  act: Act
  onDone: () => void
  onClose: () => void
}

const maxNamed = 20

/** The drawer of a batch form; lists the names of at most `maxNamed` rows above the fields. */
export const BatchPanel = <R extends CrudEntry>({ form, rows, unit, nameOf, act, onDone, onClose }: Props<R>) => {
  const settings = useSettings()
  const { credit_name } = settings.system
  const declared = Object.entries(form.fields).map(([name, field]) => withCreditName({ name, ...field }, credit_name))
  const fields = form.call ? fieldsOfCall(declared, form.call, settings) : declared
  const save = async (values: FieldValues) => {
    const reply = await form.send(
      rows.map((row) => row.id),
      values,
    )
    if (reply.ok) onDone()
    return reply
  }
  const undo = (values: FieldValues) => {
    const undoRequest = form.undo?.(rows, values)
    return undoRequest && undoAction(act, undoRequest)
  }
  return (
    <FormDrawer
      open
      title={form.title(rows)}
      fields={fields}
      row={null}
      ok={form.ok}
      danger={form.danger}
      done={form.done ?? "操作成功"}
      onSave={save}
      undo={undo}
      onClose={onClose}
    >
      <ul className="adm-people">
        {rows.slice(0, maxNamed).map((row) => (
          <li key={row.id}>{nameOf(row)}</li>
        ))}
        {rows.length > maxNamed ? (
          <li className="muted">
            还有 {rows.length - maxNamed} {unit}
          </li>
        ) : null}
      </ul>
    </FormDrawer>
  )
}
