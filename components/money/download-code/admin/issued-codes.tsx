"use client"

import { useId, useState } from "react"
import { csvOf, downloadText } from "@/components/admin/crud/csv"
import type { Named } from "@/components/admin/crud/field"
import { SidePanel } from "@/components/admin/form/side-panel"
import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import type { Output } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { minute } from "@/lib/rules/time"

const columns: Named[] = [
  { name: "downcode", label: "下载码" },
  { name: "remark", label: "备注" },
  { name: "expired_at", label: "过期时间", kind: "datetime" },
]

/** The codes of a new batch, to be saved as a file or copied: the server no longer has them in plain text. */
export const IssuedCodes = ({ issued, onClose }: { issued: Output<"POST /downcode">; onClose: () => void }) => {
  const feedback = useFeedback()
  const label = useId()
  const [saved, setSaved] = useState(false)
  const { batch_id, remark, expired_at, downcode } = issued

  const save = () => {
    const rows = downcode.map((code, id) => ({ id, downcode: code, remark, expired_at }))
    downloadText(`下载码 批次${batch_id} ${minute(Date.now()).replace(":", "")}.csv`, csvOf(columns, rows))
    setSaved(true)
  }
  const copy = () =>
    navigator.clipboard.writeText(downcode.join("\n")).then(
      () => {
        setSaved(true)
        feedback.success("复制成功")
      },
      () => feedback.error("没能复制，请选中下载码后复制"),
    )
  const close = async () => {
    const ask = {
      title: "下载码还没有保存",
      content: "关闭后，谁都不能再看到这些下载码。",
      okText: "不保存",
      cancelText: "继续查看",
      danger: true,
    }
    if (saved || (await feedback.confirm(ask))) onClose()
  }
  return (
    <SidePanel
      onClose={() => void close()}
      title={`批次 ${batch_id} 的 ${count(downcode.length)} 个下载码`}
      footer={
        <>
          <button type="button" className="bt" onClick={() => void copy()}>
            全部复制
          </button>
          <button type="button" className="bt p" onClick={save}>
            <Icon name="download" small />
            导出 CSV
          </button>
        </>
      }
    >
      <div className="alert warn">
        <MoreIcon name="alert" />
        <span>
          <b>只显示这一次。</b>服务器只保存下载码的散列值，请现在导出或复制。
        </span>
      </div>
      <label htmlFor={label} className="sr">
        下载码
      </label>
      <textarea id={label} className="adm-codes num" readOnly rows={Math.min(downcode.length, 20)} value={downcode.join("\n")} />
    </SidePanel>
  )
}
