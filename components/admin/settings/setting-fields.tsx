"use client"

import { Form } from "antd"
import type { Config } from "@/lib/contract/types"
import { settingInput } from "./setting-input"
import { nameOf } from "./values"

/** The class that sets a field's width: "row" for switches, "full" for long inputs, "" for short ones, two of which fit in a row. */
const shapeOf = (type: string) => (type === "switch" ? "row" : ["textarea", "html", "image", "select-multi"].includes(type) ? "full" : "")

export const SettingFields = ({ rows }: { rows: Config[] }) => (
  <div className="adm-fields">
    {rows.map((row) => (
      <Form.Item
        key={nameOf(row)}
        name={nameOf(row)}
        label={row.label}
        extra={row.placeholder || undefined}
        valuePropName={row.input_type === "switch" ? "checked" : "value"}
        className={shapeOf(row.input_type)}
      >
        {settingInput(row)}
      </Form.Item>
    ))}
  </div>
)
