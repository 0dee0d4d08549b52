"use client"

import { Input, Switch } from "antd"
import { MoneyField } from "@/components/admin/form/money-field"
import { Select } from "@/components/ui/form/select"
import { NumberField } from "@/components/ui/form/number-field"
import { PictureField } from "@/components/ui/form/picture-field"
import type { Config } from "@/lib/contract/types"
import { isMoney } from "./money-setting"
import { SecretField } from "./secret-field"
import { choicesOf } from "./values"

/** Returns the input for a setting's `input_type`; `locked` makes it read-only. */
export const settingInput = ({ category, input_type, name, options, value }: Config, locked: boolean) => {
  // an unlocked input follows the form's own disabled state
  const disabled = locked || undefined
  switch (input_type) {
    case "switch":
      return <Switch disabled={disabled} />
    case "number":
      if (isMoney({ category, name })) return <MoneyField disabled={disabled} />
      return <NumberField precision={0} disabled={disabled} />
    case "textarea":
    case "html":
      return (
        <Input.TextArea disabled={disabled} autoSize={{ minRows: 3, maxRows: 14 }} className={input_type === "html" ? "mono" : undefined} />
      )
    case "select":
      return <Select disabled={disabled} options={choicesOf(options)} />
    case "select-multi":
      return <Select disabled={disabled} mode="multiple" allowClear options={choicesOf(options)} />
    case "image":
      return <PictureField kind={name === "favicon" ? "favicon" : "config"} />
    case "password":
      return <SecretField hasSecret={value !== ""} locked={locked} />
    default:
      return <Input autoComplete="off" disabled={disabled} />
  }
}
