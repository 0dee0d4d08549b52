"use client"

import { useRouter } from "next/navigation"
import "@/app/styles/dialog.css"
import { useEffect, useRef, useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useOffers, useSettings } from "@/components/providers/settings"
import { Dialog } from "@/components/ui/dialog"
import { Icon } from "@/components/ui/icon"
import { Kind } from "@/components/ui/kind"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import type { DocumentVersion } from "@/lib/contract/types"
import { fileSize } from "@/lib/domain/format"
import { minute } from "@/lib/domain/time"
import { uploadLimits } from "@/lib/upload/rules"
import { useDocumentStore } from "../document-state"
import { useReplace, type Replacing } from "./use-replace"

const stepLabels = { idle: "", hashing: "正在检查文件", sending: "正在上传", saving: "正在替换" }

const Progress = ({ step, share }: Replacing) => (
  <div className="replace-bar" role="status">
    <span>
      {stepLabels[step]}
      {step === "sending" && ` ${Math.floor(share * 100)}%`}
    </span>
    <progress value={share} max={1} aria-label={stepLabels[step]} />
  </div>
)

const Versions = ({ versions }: { versions: DocumentVersion[] }) => (
  <ol className="versions">
    {versions.map(({ id, version, name, ext, size, created_at, current }) => (
      <li key={id}>
        <Kind ext={ext} />
        <div>
          <b>{name || `第 ${version} 版`}</b>
          <p className="meta">
            <span>第 {version} 版</span>
            {size > 0 && <span>{fileSize(size)}</span>}
            {created_at && <time dateTime={created_at}>{minute(created_at)}</time>}
          </p>
        </div>
        {current && <span className="tag pri">正在使用</span>}
      </li>
    ))}
  </ol>
)

/** 文件版本: which files this document has had, and a new one in their place. Address, comments and favourites stay. */
export const VersionsDialog = () => {
  const router = useRouter()
  const feedback = useFeedback()
  const store = useDocumentStore()
  const { max_document_size, document_allowed_ext } = useSettings().security
  const replaces = useOffers()("PUT /document/file")
  const limits = uploadLimits(max_document_size, document_allowed_ext)
  const { id } = store.getState()
  const file = useRef<HTMLInputElement>(null)
  const [versions, setVersions] = useState<DocumentVersion[] | null>(null)
  const [failure, setFailure] = useState("")
  const close = () => store.getState().set({ dialog: "" })
  const { state, start, cancel } = useReplace(id, () => {
    feedback.success("新文件已收到，转换完成后自动换上")
    close()
    router.refresh()
  })
  const busy = state.step !== "idle"

  useEffect(() => {
    let alive = true
    void api("GET /document/version", { id }).then((reply) => {
      if (!alive) return
      if (reply.ok) setVersions(reply.data.version)
      else setFailure(reply.message || "没有读到历史版本")
    })
    return () => {
      alive = false
    }
  }, [id])

  return (
    <Dialog open onClose={close} label="文件版本" className="dialog side-dialog">
      <div className="side-dialog-in">
        <div className="box-h">
          <h2>文件版本</h2>
          <button type="button" className="ib" aria-label="关闭" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <div className="side-dialog-body">
          {replaces && <p className="muted">换上新文件，地址、评论和收藏都不变。新文件转换好之前，读者看到的还是原来的。</p>}
          {versions === null && !failure && <Skeleton height={56} />}
          {failure && (
            <p className="form-error" role="alert">
              <Icon name="fail" small />
              {failure}
            </p>
          )}
          {versions && <Versions versions={versions} />}
          {busy && <Progress {...state} />}
          {state.error && (
            <p className="form-error" role="alert">
              <Icon name="fail" small />
              {state.error}
            </p>
          )}
          <input
            ref={file}
            type="file"
            hidden
            aria-label="选择新文件"
            accept={limits.extensions.join(",")}
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? []
              // the same file may be chosen again after a failure
              currentTarget.value = ""
              if (chosen) void start(chosen)
            }}
          />
        </div>
        <div className="side-dialog-acts">
          <button type="button" className="bt" onClick={busy ? cancel : close}>
            {busy ? "取消上传" : "关闭"}
          </button>
          {replaces && (
            <button type="button" className="bt p" disabled={busy} onClick={() => file.current?.click()}>
              <Icon name="upload" small />
              上传新版本
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
