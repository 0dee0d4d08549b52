"use client"

import { useMay } from "@/components/providers/use-may"
import type { ConvertedSample } from "@/lib/contract/operations/trial"
import { ActionButton, ActionCard } from "./action-card"
import { useConversionTrial } from "./use-conversion-trial"

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} 秒`
const sentenceOf = ({ engine, pages, characters, milliseconds, error }: ConvertedSample): string =>
  error || `${engine} 转出 ${pages} 页、${characters} 个字，用了 ${seconds(milliseconds)}`

/** Converts two samples with the saved settings, and displays the result or the error of each. */
export const TestConverter = ({ unsaved }: { unsaved: boolean }) => {
  const may = useMay()
  const { samples, running, refusal, begin } = useConversionTrial()
  if (!may("ConfigAPI/TestConverter")) return null
  return (
    <ActionCard
      title="试转样例"
      text={`用已保存的设置转换一份纯文本和一份要用 LibreOffice 的文档，看看转换程序、字体和沙箱是不是就绪；不会留下文档。${unsaved ? "上面的修改还没有保存。" : ""}`}
      refusal={refusal}
    >
      <ActionButton busy={running} onClick={begin}>
        {running ? "正在转换" : "试转样例"}
      </ActionButton>
      {samples.length > 0 ? (
        <ul className="adm-found" role="status">
          {samples.map((sample) => (
            <li key={sample.name} className={sample.error ? "st bad" : "st ok"}>
              {sample.name}：{sentenceOf(sample)}
            </li>
          ))}
        </ul>
      ) : null}
    </ActionCard>
  )
}
