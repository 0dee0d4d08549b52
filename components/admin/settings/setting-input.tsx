"use client"

import { Input, InputNumber, Select, Switch } from "antd"
import { PictureField } from "@/components/form/picture-field"
import type { Config } from "@/lib/contract/types"
import { SecretField } from "./secret-field"
import { choicesOf } from "./values"

/** The input for a setting's `input_type`. */
export const settingInput = ({ input_type, name, options, value }: Config) => {
  switch (input_type) {
    case "switch":
      return <Switch />
    case "number":
      return <InputNumber className="wide" precision={0} />
    case "textarea":
    case "html":
      return <Input.TextArea autoSize={{ minRows: 3, maxRows: 14 }} className={input_type === "html" ? "mono" : undefined} />
    case "select":
      return <Select options={choicesOf(options)} />
    case "select-multi":
      return <Select mode="multiple" allowClear options={choicesOf(options)} />
    case "image":
      return <PictureField kind={name === "favicon" ? "favicon" : "config"} />
    case "password":
      return <SecretField kept={value !== ""} />
    default:
      return <Input autoComplete="off" />
  }
}
