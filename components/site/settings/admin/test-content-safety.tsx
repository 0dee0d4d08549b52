"use client"

import { useMay } from "@/components/providers/use-may"
import { api } from "@/lib/api/client"
import { SafetyLevel } from "@/lib/contract/community/content-safety.enums"
import type { Output } from "@/lib/contract/types"
import { ActionButton, ActionCard } from "./action-card"
import { useCheck } from "./use-check"

type Answer = Output<"POST /config/safety/test">
const samples = [
  { name: "text", label: "一句话" },
  { name: "picture", label: "一张图片" },
] as const satisfies { name: keyof Answer; label: string }[]

const sentenceOf = ({ level, error, milliseconds }: Answer["text"]): string =>
  error || `${SafetyLevel.labelOf(level)}，用了 ${(milliseconds / 1_000).toFixed(1)} 秒`

/** Lets the saved content-safety service check two samples, and displays its answers or why it refused. */
export const TestContentSafety = ({ unsaved }: { unsaved: boolean }) => {
  const may = useMay()
  const { result, busy, refusal, check } = useCheck(() => api("POST /config/safety/test", {}), "测试失败")
  if (!may("ConfigAPI/TestContentSafety")) return null
  return (
    <ActionCard
      title="测试内容安全服务"
      text={`把一句平常的话和一张灰色的图片发给已保存的服务，看看它怎么答，服务商会照常收费。${unsaved ? "上面的修改还没有保存，先保存再测试。" : ""}`}
      refusal={refusal}
    >
      <ActionButton busy={busy} disabled={unsaved} onClick={() => void check()}>
        {busy ? "正在测试" : "发送测试内容"}
      </ActionButton>
      {result ? (
        <ul className="adm-found" role="status">
          {samples.map(({ name, label }) => (
            <li key={name} className={result[name].error ? "st bad" : "st ok"}>
              {label}：{sentenceOf(result[name])}
            </li>
          ))}
        </ul>
      ) : null}
    </ActionCard>
  )
}
