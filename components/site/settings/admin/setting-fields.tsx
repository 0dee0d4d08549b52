"use client"

import { Form } from "antd"
import type { ReactNode } from "react"
import { useSession } from "@/components/providers/session"
import { readableNumber } from "@/components/ui/form/number-field"
import type { Config } from "@/lib/contract/types"
import { isRoot } from "@/lib/rules/people/staff"
import { inYuan, isMoney } from "./money-setting"
import { settingInput } from "./setting-input"
import { nameOf } from "./values"

/** Returns the class for a field's width: "row" for switches, "full" for long inputs, "" for short ones (two fit in a row). */
const shapeOf = (type: string) => (type === "switch" ? "row" : ["textarea", "html", "image", "select-multi"].includes(type) ? "full" : "")

type Props = {
  rows: Config[]
  /** the field that a search led to, as `group.name` */
  target?: string
  /** rendered after a field's hint, for example a link to what the field names */
  beside?: (row: Config) => ReactNode
}

export const SettingFields = ({ rows, target, beside }: Props) => {
  const root = useSession((state) => isRoot(state.user))
  return (
    <div className="adm-fields">
      {rows.map((row) => {
        const locked = row.root_only && !root
        const { label, placeholder } = isMoney(row) ? inYuan(row) : row
        const hint = [placeholder, locked ? "只有站长可以修改" : ""].filter(Boolean).join("。")
        const action = beside?.(row)
        return (
          <Form.Item
            key={nameOf(row)}
            name={nameOf(row)}
            label={label}
            extra={
              hint || action ? (
                <>
                  {hint} {action}
                </>
              ) : undefined
            }
            valuePropName={row.input_type === "switch" ? "checked" : "value"}
            rules={row.input_type === "number" ? [readableNumber] : undefined}
            className={nameOf(row) === target ? `${shapeOf(row.input_type)} target` : shapeOf(row.input_type)}
          >
            {settingInput(row, locked)}
          </Form.Item>
        )
      })}
    </div>
  )
}
