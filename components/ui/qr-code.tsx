"use client"

import { QRCode } from "antd"
import { AntdProvider } from "@/components/ui/antd"

type Props = { text: string; size: number; label: string }

/** A QR code for phone cameras: black on white with a white border in both themes, because not every camera reads inverted codes. */
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
