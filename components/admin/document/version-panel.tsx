"use client"

import { Drawer } from "antd"
import { useCallback, useEffect, useRef, useState } from "react"
import type { PanelProps } from "@/components/admin/crud/options"
import { DrawerWait } from "@/components/admin/crud/drawer-wait"
import { useSideDrawer } from "@/components/admin/use-media"
import { useReplace } from "@/components/document/versions/use-replace"
import { useFeedback } from "@/components/providers/feedback"
import { useSettings } from "@/components/providers/settings"
import { Icon } from "@/components/ui/icon"
import { Kind } from "@/components/ui/kind"
import { api } from "@/lib/api/client"
import type { DocumentVersion } from "@/lib/contract/types"
import { fileSize } from "@/lib/domain/format"
import { minute } from "@/lib/domain/time"
import { uploadLimits } from "@/lib/upload/rules"

const steps = { idle: "", hashing: "正在检查文件", sending: "正在上传", saving: "正在替换" }

/** The files that a document has had, and another one in place of the present: address, comments and favourites stay. */
export const VersionPanel = ({ rows, crud, onClose }: PanelProps<"/document">) => {
  const side = useSideDrawer()
  const feedback = useFeedback()
  const { max_document_size, document_allowed_ext } = useSettings().security
  const input = useRef<HTMLInputElement>(null)
  const { id, title } = rows[0]!
  const [versions, setVersions] = useState<DocumentVersion[] | null>(null)
  const [failure, setFailure] = useState("")
  const load = useCallback(async () => {
    setFailure("")
    const reply = await api("GET /document/version", { id })
    if (reply.ok) setVersions(reply.data.version)
    else setFailure(reply.message || "没有读到文件版本")
  }, [id])
  useEffect(() => void load(), [load])
  const { state, start, cancel } = useReplace(id, () => {
    feedback.success("新文件已收到，转换完成后自动换上")
    crud.reload()
    onClose()
  })
  const busy = state.step !== "idle"

  const close = async () => {
    const left = {
      title: "文件还没有传完",
      content: "关闭后这次替换就取消了，原来的文件不变。",
      okText: "取消替换",
      cancelText: "继续上传",
      danger: true,
    }
    if (busy && !(await feedback.confirm(left))) return
    cancel()
    onClose()
  }

  return (
    <Drawer
      open
      onClose={() => void close()}
      title={`文件版本 · ${title}`}
      {...side}
      footer={
        <div className="adm-form-foot">
          <button type="button" className="bt" onClick={() => void close()}>
            关闭
          </button>
          <button type="button" className="bt p" disabled={busy} onClick={() => input.current?.click()}>
            <Icon name="upload" small />
            上传新文件
          </button>
        </div>
      }
    >
      <p className="adm-version-text">换上新文件，地址、评论和收藏都不变。新文件转换好之前，读者看到的还是原来的。</p>
      {busy ? (
        <p className="adm-progress" role="status">
          <span>
            {steps[state.step]}
            {state.step === "sending" ? ` ${Math.floor(state.share * 100)}%` : ""}
          </span>
          <progress value={state.share} max={1} aria-label={steps[state.step]} />
        </p>
      ) : null}
      {state.error ? (
        <div className="alert bad" role="alert">
          <Icon name="fail" />
          <b>{state.error}</b>
        </div>
      ) : null}
      {versions ? (
        <ol className="adm-versions">
          {versions.map((one) => (
            <li key={one.id}>
              <Kind ext={one.ext} />
              <span className="adm-doc-words">
                <span className="cut name" title={one.name}>
                  {one.name || `第 ${one.version} 版`}
                </span>
                <span className="meta">
                  <span>第 {one.version} 版</span>
                  {one.size > 0 ? <span>{fileSize(one.size)}</span> : null}
                  {one.created_at ? <time dateTime={one.created_at}>{minute(one.created_at)}</time> : null}
                </span>
              </span>
              {one.current ? <span className="tag pri">正在使用</span> : null}
            </li>
          ))}
        </ol>
      ) : (
        <DrawerWait failure={failure} onRetry={() => void load()} />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="选择新文件"
        accept={uploadLimits(max_document_size, document_allowed_ext).extensions.join(",")}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          // the same file may be chosen again after a failure
          currentTarget.value = ""
          if (chosen) void start(chosen)
        }}
      />
    </Drawer>
  )
}
