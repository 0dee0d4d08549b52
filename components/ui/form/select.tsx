"use client"

import { Select as AntdSelect, type SelectProps } from "antd"

type Option = NonNullable<SelectProps["options"]>[number]

/**
 * antd's select, which highlights no row by itself: Enter and Tab take the current value or a row that the arrow keys have reached, never
 * the first one.
 */
export const Select = <Value = unknown, Row extends Option = Option>(props: SelectProps<Value, Row>) => (
  <AntdSelect<Value, Row> defaultActiveFirstOption={false} {...props} />
)
