"use client"

import { ColorPicker } from "antd"

type Props = { id?: string; value?: string; onChange?: (value: string) => void; disabled?: boolean }

/** An input for a colour: "#23703f", or "" for none. */
export const ColorField = ({ id, value = "", onChange, disabled = false }: Props) => (
  <span id={id}>
    <ColorPicker
      value={value || null}
      disabled={disabled}
      allowClear
      disabledAlpha
      disabledFormat
      showText={(color) => (value ? color.toHexString() : "默认颜色")}
      onChange={(color) => onChange?.(color.cleared ? "" : color.toHexString())}
      onClear={() => onChange?.("")}
    />
  </span>
)
