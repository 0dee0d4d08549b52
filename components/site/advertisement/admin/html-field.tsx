"use client"

import { Input } from "antd"
import { useEffect, useState } from "react"
import { WithCall } from "@/components/ui/with-call"
import { adHtml } from "@/components/site/advertisement/ad-html"
import { needsFrame } from "@/lib/rules/site/advertisement-frame"

type Props = { id?: string; value?: string; onChange?: (value: string) => void; max?: number; disabled?: boolean; placeholder?: string }

const waitMs = 300
const frame = (html: string) =>
  `<!doctype html><meta charset="utf-8"><style>:root{color-scheme:light dark}body{margin:12px;font:14px/22px system-ui,sans-serif}img{max-width:100%;height:auto}</style>${html}`

/** An HTML editor with a preview of the sanitized HTML in a sandboxed iframe, in which no script runs and no link navigates away. */
export const HtmlField = ({
  id,
  value = "",
  onChange,
  max,
  disabled = false,
  placeholder = '<a href="https://…"><img src="…" alt="…"></a>',
}: Props) => {
  const [html, setHtml] = useState(() => adHtml(value))
  useEffect(() => {
    const timer = setTimeout(() => setHtml(adHtml(value)), waitMs)
    return () => clearTimeout(timer)
  }, [value])
  const framed = needsFrame({ content: value, content_b: "" })
  return (
    <div className="adm-html">
      <Input.TextArea
        id={id}
        className="mono"
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
        autoSize={{ minRows: 5, maxRows: 14 }}
        maxLength={max}
        disabled={disabled}
        placeholder={placeholder}
        spellCheck={false}
      />
      {value.trim() === "" ? null : framed ? (
        <p className="muted">
          有脚本，会放进隔离的框里运行
          <WithCall call="POST /advertisement" field="height_desktop">
            ；请在下面填写框的高度
          </WithCall>
          。
        </p>
      ) : html ? (
        <iframe title="广告预览" sandbox="" srcDoc={frame(html)} />
      ) : (
        <p className="muted">页面上不会显示任何内容。</p>
      )}
    </div>
  )
}
