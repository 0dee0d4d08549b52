"use client"

import { useState } from "react"
import { RemarkField } from "@/components/admin/form/remark-field"
import { SidePanel } from "@/components/admin/form/side-panel"
import { BusyButton } from "@/components/ui/busy-button"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { SensitiveAction, SensitiveCategory } from "@/lib/contract/community/sensitive-word.enums"
import type { TestedHit } from "@/lib/contract/types"
import { markedParts } from "@/lib/view/community/marked-text"

/** Tests a text: its hits are marked, and listed with category and action. Nothing is recorded. */
export const TestPanel = ({ onClose }: { onClose: () => void }) => {
  const { busy, call } = useCall()
  const [text, setText] = useState("")
  const [tested, setTested] = useState<{ text: string; hits: TestedHit[] } | null>(null)
  const send = async () => {
    const reply = await call(() => api("POST /sensitiveword/test", { text }), { fallback: "测试失败" })
    if (reply) setTested({ text, hits: reply.hit })
  }
  return (
    <SidePanel
      onClose={onClose}
      title="测试敏感词"
      footer={
        <BusyButton className="p" busy={busy} disabled={busy || !text} onClick={() => void send()}>
          测试
        </BusyButton>
      }
    >
      <div className="adm-case">
        <RemarkField label="要测试的文字" rows={8} max={100_000} value={text} onChange={setText} />
        {tested && (
          <div role="status">
            <p>{tested.hits.length ? `命中 ${tested.hits.length} 处` : "没有命中"}</p>
            {tested.hits.length > 0 && (
              <>
                <p style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                  {markedParts(tested.text, tested.hits).map((part) => (part.hit ? <mark key={part.at}>{part.text}</mark> : part.text))}
                </p>
                <ul>
                  {tested.hits.map((hit) => (
                    <li key={`${hit.word} ${hit.begin} ${hit.end}`}>
                      “{tested.text.slice(hit.begin, hit.end)}”：{hit.word}，{SensitiveCategory.labelOf(hit.category)}，
                      {SensitiveAction.labelOf(hit.action)}
                      {hit.by_sound ? "，同音" : ""}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
      </div>
    </SidePanel>
  )
}
