"use client"

import { useMemo } from "react"
import { useSettings } from "@/components/providers/settings"
import { offers, type ServerCapability } from "@/lib/view/capabilities"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import type { Entity, ListPath } from "./entity"
import { withCreditName, type CrudField, type Named } from "./field"
import { formFields } from "./form-values"
import type { CrudPageOptions } from "./options"

const times: Named[] = [
  { name: "created_at", label: "创建时间", kind: "datetime", form: false, added: true },
  { name: "updated_at", label: "更新时间", kind: "datetime", form: false, column: "hidden", added: true },
]
const idField: Named = { name: "id", label: "ID", kind: "number", form: false, added: true, width: 76, text: (row) => String(row.id) }

/** The declared fields that the server supports, in their order, then times and id unless the screen declares them itself. */
const allFields = <P extends ListPath, N extends string, B extends string>(
  options: CrudPageOptions<P, N, B>,
  absent: readonly string[],
  creditName: string,
): Named[] => {
  const declared = Object.entries(options.fields).map(([name, field]) => withCreditName({ name, ...(field as CrudField) }, creditName))
  const supported = declared.filter(({ needs }) => !needs || offers(absent, needs))
  return [...supported, ...(options.times === false ? [] : times), idField].filter(
    (field, at, all) => all.findIndex((one) => one.name === field.name) === at,
  )
}

/** The fields of a screen by their use: filters, columns, and the form of an existing or a new row. */
export type CrudFields = {
  all: Named[]
  search: Named[]
  searchNames: string[]
  columns: Named[]
  editing: Named[]
  creating: Named[]
  title: Named | undefined
}

/**
 * The fields of a form as its call takes them: without those that the server lacks, unless they are only displayed, and with those marked
 * that it requires.
 */
const fieldsOfCall = (fields: Named[], call: string, { absent, required }: Pick<SiteSettings, "absent" | "required">): Named[] =>
  fields
    .filter(({ name, form }) => (form === "locked" && call.startsWith("PUT ")) || offers(absent, `${call} ${name}` as ServerCapability))
    .map((field) => (required.includes(`${call} ${field.name}`) ? { ...field, required: field.required ?? true } : field))

export const useCrudFields = <P extends ListPath, N extends string, B extends string>(
  entity: Entity<P>,
  options: CrudPageOptions<P, N, B>,
): CrudFields => {
  const { absent, required, system } = useSettings()
  const { credit_name } = system
  return useMemo(() => {
    const listCall = entity.read ?? `GET ${entity.path}/list`
    // a server silently ignores a filter or an order that its list call does not have
    const honours = (name: string) => offers(absent, `${listCall} ${name}` as ServerCapability)
    const ordered = honours("order")
    const all = allFields(options, absent, credit_name).map((field) => (field.sort && !ordered ? { ...field, sort: false } : field))
    const search = all.filter((field) => field.search && honours(field.name))
    return {
      all,
      search,
      searchNames: search.map(({ name }) => name),
      columns: all.filter(({ column }) => column !== false),
      editing: fieldsOfCall(formFields(all, true), `PUT ${entity.path}`, { absent, required }),
      creating: fieldsOfCall(formFields(all, false), `POST ${entity.path}`, { absent, required }),
      title: all.find(({ title }) => title),
    }
  }, [entity, options, absent, required, credit_name])
}
