"use client"

import { QRCode } from "antd"
import { AntdProvider } from "@/components/providers/antd"

type Props = { text: string; size: number }

/** The link for a phone's camera: black on white with its white border in both themes, since not every camera reads it inverted. */
export const ShareCode = ({ text, size }: Props) => (
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
      aria-label={`二维码：${text}`}
    />
  </AntdProvider>
)
