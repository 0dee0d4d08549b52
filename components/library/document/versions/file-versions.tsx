"use client"

import "@/app/styles/library/document-versions.css"
import { useCallback, useEffect, useState, type RefObject } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useSettings } from "@/components/providers/settings"
import { useCall } from "@/components/ui/form/use-call"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Kind } from "@/components/ui/kind"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import type { DocumentVersion } from "@/lib/contract/types"
import { fileSize } from "@/lib/rules/format"
import { minute } from "@/lib/rules/time"
import { uploadLimits } from "@/lib/upload/rules"
import type { Replacing } from "./use-replace"
import { VersionPages } from "./version-pages"

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

type RowProps = {
  version: DocumentVersion
  busy: boolean
  /** null if there is nothing to open, download or put back */
  onOpen: (() => void) | null
  onDownload: (() => void) | null
  onRestore: (() => void) | null
}

const Row = ({ version: { version, name, ext, size, created_at, current }, busy, onOpen, onDownload, onRestore }: RowProps) => (
  <li>
    <Kind ext={ext} />
    <div>
      <b>{name || `第 ${version} 版`}</b>
      <p className="meta">
        <span>第 {version} 版</span>
        {size > 0 && <span>{fileSize(size)}</span>}
        {created_at && <time dateTime={created_at}>{minute(created_at)}</time>}
      </p>
    </div>
    <div className="version-acts">
      {current && <span className="tag pri">正在使用</span>}
      {onRestore && (
        <button type="button" className="bt sm" disabled={busy} aria-label={`换回第 ${version} 版`} onClick={onRestore}>
          换回
        </button>
      )}
      {onOpen && (
        <button type="button" className="bt sm" disabled={busy} aria-label={`查看第 ${version} 版`} onClick={onOpen}>
          查看
        </button>
      )}
      {onDownload && (
        <button type="button" className="ib" disabled={busy} aria-label={`下载第 ${version} 版`} title="下载" onClick={onDownload}>
          <Icon name="download" small />
        </button>
      )}
    </div>
  </li>
)

type Props = { id: number; replacing: Replacing }

/** The versions of a document's file, newest first, and the progress of a replacement. */
export const FileVersions = ({ id, replacing }: Props) => {
  const [versions, setVersions] = useState<DocumentVersion[] | null>(null)
  const [failure, setFailure] = useState("")
  const load = useCallback(async () => {
    setFailure("")
    const reply = await api("GET /document/version", { id })
    if (reply.ok) setVersions(reply.data.version)
    else setFailure(refusalText(reply, "没有读到文件版本"))
  }, [id])
  useEffect(() => void load(), [load])
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const [opened, setOpened] = useState<DocumentVersion | null>(null)
  const download = async (version_id: number) => {
    const file = await call(() => api("GET /document/version/download", { id, version_id }), { fallback: "下载失败" })
    if (file) window.location.assign(file.url)
  }
  const restore = async ({ id: version_id, version }: DocumentVersion) => {
    const agreed = await feedback.confirm({
      title: `换回第 ${version} 版？`,
      content: "它的文件成为最新的一版，地址、评论和收藏都不变。转换好之前，读者看到的还是现在的。",
      okText: "换回",
    })
    if (!agreed) return
    if (await call(() => api("PUT /document/version", { id, version_id }), { done: "已换回，转换完成后自动换上", fallback: "没有换成" }))
      void load()
  }
  // version 0 is a file that was never replaced: the download button of the document has it
  const isStored = ({ id: version_id }: DocumentVersion) => version_id > 0
  if (opened) return <VersionPages documentId={id} version={opened} onBack={() => setOpened(null)} />
  return (
    <div className="file-versions">
      <p className="muted">换上新文件，地址、评论和收藏都不变。新文件转换好之前，读者看到的还是原来的。</p>
      {replacing.step !== "idle" && <Progress {...replacing} />}
      {replacing.error && (
        <p className="form-error" role="alert">
          <MoreIcon name="fail" small />
          {replacing.error}
        </p>
      )}
      {versions === null && !failure && <Skeleton height={56} />}
      {failure && (
        <p className="form-error" role="alert">
          <MoreIcon name="fail" small />
          {failure}
          <button type="button" className="bt sm" onClick={() => void load()}>
            重新加载
          </button>
        </p>
      )}
      {versions && (
        <ol>
          {versions.map((version) => (
            <Row
              key={version.id}
              version={version}
              busy={busy || replacing.step !== "idle"}
              onOpen={isStored(version) ? () => setOpened(version) : null}
              onDownload={isStored(version) ? () => void download(version.id) : null}
              onRestore={isStored(version) && !version.current ? () => void restore(version) : null}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

/** The file input for the new version; a button elsewhere triggers it. */
export const NewFileInput = ({ input, onChoose }: { input: RefObject<HTMLInputElement | null>; onChoose: (file: File) => void }) => {
  const { max_document_size, document_allowed_ext } = useSettings().security
  return (
    <input
      ref={input}
      type="file"
      hidden
      aria-label="选择新文件"
      accept={uploadLimits(max_document_size, document_allowed_ext).extensions.join(",")}
      onChange={({ currentTarget }) => {
        const [chosen] = currentTarget.files ?? []
        // allows the user to choose the same file again after a failure
        currentTarget.value = ""
        if (chosen) onChoose(chosen)
      }}
    />
  )
}
