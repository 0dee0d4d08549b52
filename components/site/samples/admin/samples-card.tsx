"use client"

import { useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { useFeedback } from "@/components/providers/feedback"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"

const listed = ({ document, article, banner }: Output<"GET /samples">): string =>
  [
    ...(document > 0 ? [`${document} 份文档`] : []),
    ...(article > 0 ? [`${article} 篇文章`] : []),
    ...(banner > 0 ? [`${banner} 张轮播图`] : []),
  ].join("、")

const readSamples = () => api("GET /samples")

/** 清除示例内容: removes all samples of the first start at once. Renders nothing if none are left. */
export const SamplesCard = ({ onRemoved }: { onRemoved: () => void }) => {
  const may = useMay()
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const [removed, setRemoved] = useState(false)
  const readable = may("SampleAPI/GetSamples") && may("SampleAPI/DeleteSamples")
  const { data: left } = useAnswer(readable ? readSamples : null)
  if (!left || removed || !listed(left)) return null
  const remove = async () => {
    const agreed = await feedback.confirm({
      title: "清除示例内容？",
      content: `${listed(left)}会彻底删除，改过的也一样，不能恢复。你自己的内容和页脚的单页都会留下，空的示例分类一起删除。`,
      okText: "清除",
      danger: true,
    })
    if (!agreed || !(await call(() => api("DELETE /samples"), { done: "示例内容已经清除", fallback: "清除失败" }))) return
    setRemoved(true)
    onRemoved()
  }
  return (
    <section id="samples" className="card dash-card" aria-label="示例内容">
      <div className="dash-h">
        <h2>示例内容</h2>
        <BusyButton className="sm" busy={busy} disabled={busy} onClick={() => void remove()}>
          清除示例内容
        </BusyButton>
      </div>
      <p className="note">首次启动时放入的 {listed(left)}还在网站上，看过以后可以一次全部清除。</p>
    </section>
  )
}
