"use client"

import { BusyButton } from "@/components/ui/busy-button"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"
import { useDocumentStore } from "@/components/providers/document-state"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { useVerdict } from "./use-verdict"

const { reviewing, rejected, disabled, converted } = DocumentStatus

const messageOf: Record<number, { title: string; text: string; act: string }> = {
  [reviewing]: { title: "等你审核", text: "现在只有上传者和管理员能看到。", act: "通过" },
  [rejected]: { title: "已拒绝", text: "上传者修改后会再次提交，也可以直接通过。", act: "通过" },
  [disabled]: { title: "已禁用", text: "别人不能阅读和下载。", act: "启用" },
}

/** Review actions for staff on a hidden document; renders nothing for other users. */
export const ReviewStrip = ({ status }: { status: number }) => {
  const may = useMay()
  const store = useDocumentStore()
  const { busy, decide } = useVerdict()
  const { busy: fetching, call } = useCall()
  const message = messageOf[status]
  if (!message || !may("DocumentAPI/CheckDocument")) return null

  const look = async () => {
    const file = await call(() => api("GET /document/download/bereviewed", { id: store.getState().id }), { fallback: "下载失败" })
    if (file) window.location.assign(file.url)
  }
  return (
    <section className="card review-strip" aria-label="审核">
      <p>
        <Icon name="flag" />
        <b>{message.title}</b>
        <span>{message.text}</span>
      </p>
      <div>
        {may("DocumentAPI/DownloadDocumentToBeReviewed") && (
          <BusyButton busy={fetching} onClick={() => void look()}>
            <Icon name="download" small />
            下载查看
          </BusyButton>
        )}
        {status === reviewing && (
          <button type="button" className="bt danger" onClick={() => store.getState().set({ dialog: "reject" })}>
            拒绝
          </button>
        )}
        <BusyButton className="p" busy={busy} onClick={() => void decide(converted)}>
          {message.act}
        </BusyButton>
      </div>
    </section>
  )
}
