"use client"

import { Input } from "antd"
import { useId, useState } from "react"
import { SidePanel } from "@/components/admin/form/side-panel"
import { BusyButton } from "@/components/ui/busy-button"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { SensitiveAction, SensitiveCategory } from "@/lib/contract/community/sensitive-word.enums"
import type { Output } from "@/lib/contract/types"
import { starterWords } from "@/lib/rules/community/sensitive-word-lines"

type Answer = Output<"POST /sensitiveword/import">
const labels = ({ options }: { options: readonly { label: string }[] }) => options.map(({ label }) => label).join("、")

/** Imports words from a text. Lines that were refused stay in the box, so that they can be corrected. */
export const ImportPanel = ({ onChange, onClose }: { onChange: () => void; onClose: () => void }) => {
  const field = useId()
  const { busy, call } = useCall()
  const [text, setText] = useState("")
  const [answer, setAnswer] = useState<Answer | null>(null)
  const send = async () => {
    const reply = await call(() => api("POST /sensitiveword/import", { text }), { fallback: "导入失败" })
    if (!reply) return
    const lines = text.split(/\r\n|\r|\n/)
    setAnswer(reply)
    setText(reply.refused.map(({ line }) => lines[line - 1] ?? "").join("\n"))
    onChange()
  }
  return (
    <SidePanel
      onClose={onClose}
      title="导入词表"
      footer={
        <>
          <button type="button" className="bt" disabled={busy} onClick={() => setText(starterWords)}>
            填入示例词表
          </button>
          <BusyButton className="p" busy={busy} disabled={busy || !text.trim()} onClick={() => void send()}>
            导入
          </BusyButton>
        </>
      }
    >
      <div className="adm-case">
        <p>
          一行一个：词,分类,处理,同音,停用。只有词必填；不写分类是“其他”，不写处理是“审核”。# 开头的行不导入。
          <br />
          分类：{labels(SensitiveCategory)}
          <br />
          处理：{labels(SensitiveAction)}
        </p>
        <div>
          <label htmlFor={field}>词表</label>
          <Input.TextArea
            id={field}
            rows={14}
            value={text}
            placeholder={"代开发票,诈骗,审核,同音\n某个词"}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        {answer && (
          <div role="status">
            <p>
              新增 {answer.added} 个，更新 {answer.changed} 个，没有变化 {answer.same} 个
              {answer.refused.length > 0 ? `；${answer.refused.length} 行没有导入，留在上面的框里：` : "。"}
            </p>
            <ul>
              {answer.refused.slice(0, 100).map((one) => (
                <li key={one.line}>
                  第 {one.line} 行“{one.text}”：{one.message}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </SidePanel>
  )
}
