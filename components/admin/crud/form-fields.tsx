"use client"

import { Form } from "antd"
import { spaceHint } from "@/components/ui/space-hint"
import type { CrudEntry } from "./entity"
import type { Named, FieldValues } from "./field"
import { fieldInput } from "./field-input"
import { groupsOf, rulesOf, visibleFields } from "./form-values"

type Props = { fields: Named[]; row: CrudEntry | null }

/** The visible fields of a form, grouped by heading; a heading without visible fields is left out. */
export const FormFields = ({ fields, row }: Props) => {
  const form = Form.useFormInstance<FieldValues>()
  const values = Form.useWatch((all: FieldValues) => all, { form, preserve: true }) ?? form.getFieldsValue(true)
  return groupsOf(visibleFields(fields, values)).map(([heading, members]) => {
    const items = members.map((field) => (
      <Form.Item
        key={field.name}
        name={field.name}
        label={field.label}
        extra={(field.name === "password" && spaceHint(values["password"])) || field.hint}
        rules={rulesOf(field, row)}
        valuePropName={field.kind === "switch" ? "checked" : "value"}
        className={field.kind === "switch" ? "row" : undefined}
      >
        {fieldInput(field, row)}
      </Form.Item>
    ))
    return heading ? (
      <fieldset key={heading} className="adm-form-group">
        <legend>{heading}</legend>
        {items}
      </fieldset>
    ) : (
      items
    )
  })
}
