"use client"

import { Checkbox, Input, Switch } from "antd"
import { Select } from "@/components/ui/form/select"
import { ColorField } from "@/components/admin/form/color-field"
import { MoneyField } from "@/components/admin/form/money-field"
import { RefSelect } from "@/components/admin/crud/ref-select"
import { MomentField } from "@/components/admin/form/moment-field"
import { NumberField } from "@/components/ui/form/number-field"
import { PictureField } from "@/components/ui/form/picture-field"
import { UserSelect } from "@/components/admin/form/user-select"
import { optionsOf, type Named } from "./field"

type Row = Record<string, unknown>

/** A select with more options than this is searchable. */
const many = 10

/** Returns the input of a field; antd's form item passes `id`, `value` and `onChange` to it. */
export const fieldInput = (field: Named, row: Row | null) => {
  const disabled = field.form === "locked" && row !== null
  const { placeholder, max } = field
  if (field.input) return field.input({ row, disabled })
  switch (field.kind ?? "text") {
    case "textarea":
      return (
        <Input.TextArea
          autoSize={{ minRows: 3, maxRows: 12 }}
          maxLength={max}
          showCount={Boolean(max)}
          placeholder={placeholder}
          disabled={disabled}
        />
      )
    case "number":
      return <NumberField precision={0} min={field.min} max={max} placeholder={placeholder} disabled={disabled} />
    case "money":
      return <MoneyField min={field.min} max={max} placeholder={placeholder} disabled={disabled} />
    case "switch":
      return <Switch disabled={disabled} />
    case "enum":
      return (
        <Select
          options={[...optionsOf(field)]}
          placeholder={placeholder ?? "请选择"}
          disabled={disabled}
          mode={field.many ? "multiple" : undefined}
          showSearch={optionsOf(field).length > many ? { optionFilterProp: "label" } : undefined}
        />
      )
    case "enums":
      return <Checkbox.Group options={[...optionsOf(field)]} disabled={disabled} />
    case "image":
      return <PictureField kind={field.picture ?? "config"} disabled={disabled} />
    case "datetime":
      return <MomentField expiry={field.expiry} placeholder={placeholder} disabled={disabled} />
    case "user":
      return <UserSelect many={field.many && row === null} placeholder={placeholder} disabled={disabled} />
    case "ref":
      return field.reference ? (
        <RefSelect
          from={field.reference}
          many={field.many && !field.reference.lineage}
          placeholder={placeholder}
          disabled={disabled}
          // nothing can be moved below itself
          without={field.name === "parent_id" && row ? Number(row["id"]) : undefined}
        />
      ) : null
    case "color":
      return <ColorField disabled={disabled} />
    case "link":
      return <Input maxLength={max} inputMode="url" placeholder={placeholder ?? "https://"} disabled={disabled} autoComplete="off" />
    default:
      return <Input maxLength={max} placeholder={placeholder} disabled={disabled} autoComplete="off" />
  }
}
