"use client"

import { QRCode } from "antd"
import { AntdProvider } from "@/components/providers/antd"

type Props = { text: string; size: number; label: string }

/** A text for a phone's camera: black on white with its white border in both themes, since not every camera reads it inverted. */
export const QrCode = ({ text, size, label }: Props) => (
  <AntdProvider>
    <QRCode
      type="svg"
      value={text}
      size={size}
      color="#000000"
      bgColor="#ffffff"
      marginSize={4}
      bordered={false}
      role="img"
      aria-label={label}
    />
  </AntdProvider>
)
