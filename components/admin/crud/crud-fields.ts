"use client"

import { useMemo } from "react"
import { useSettings } from "@/components/providers/settings"
import type { Entity, ListPath } from "./entity"
import { withCreditName, type CrudField, type Named } from "./field"
import { formFields } from "./form-values"
import { fieldsOfCall, honours, knownFields, offeredViews, type SavedView } from "./offered"
import type { CrudPageOptions } from "./options"

const times: Named[] = [
  { name: "created_at", label: "创建时间", kind: "datetime", form: false, added: true },
  { name: "updated_at", label: "更新时间", kind: "datetime", form: false, column: "hidden", added: true },
]
const idField: Named = { name: "id", label: "ID", kind: "number", form: false, added: true, width: 76, text: (row) => String(row.id) }

/** The declared fields in their order, then times and id unless the screen declares them itself. */
const allFields = <P extends ListPath, N extends string, B extends string>(
  options: CrudPageOptions<P, N, B>,
  creditName: string,
): Named[] => {
  const declared = Object.entries(options.fields).map(([name, field]) => withCreditName({ name, ...(field as CrudField) }, creditName))
  return [...declared, ...(options.times === false ? [] : times), idField].filter(
    (field, at, all) => all.findIndex((one) => one.name === field.name) === at,
  )
}

/** The fields of a screen by their use: filters, columns, and the form of an existing or a new row; and its saved filters. */
export type CrudFields = {
  all: Named[]
  search: Named[]
  searchNames: string[]
  columns: Named[]
  editing: Named[]
  creating: Named[]
  title: Named | undefined
  views: readonly SavedView[]
}

export const useCrudFields = <P extends ListPath, N extends string, B extends string>(
  entity: Entity<P>,
  options: CrudPageOptions<P, N, B>,
): CrudFields => {
  const settings = useSettings()
  const { credit_name } = settings.system
  return useMemo(() => {
    const listCall = entity.read ?? `GET ${entity.path}/list`
    const [create, update] = [`POST ${entity.path}`, `PUT ${entity.path}`]
    const ordered = honours(settings, listCall, "order")
    const calls = options.create === false ? [update] : [update, create]
    const existing = knownFields(allFields(options, credit_name), { listCall, calls }, settings)
    const all = existing.map((field) => (field.sort && !ordered ? { ...field, sort: false } : field))
    const search = all.filter((field) => field.search && honours(settings, listCall, field.name))
    return {
      all,
      search,
      searchNames: search.map(({ name }) => name),
      columns: all.filter(({ column }) => column !== false),
      editing: fieldsOfCall(formFields(all, true), update, settings),
      creating: fieldsOfCall(formFields(all, false), create, settings),
      title: all.find(({ title }) => title),
      views: offeredViews(options.views ?? [], listCall, settings),
    }
  }, [entity, options, settings, credit_name])
}
