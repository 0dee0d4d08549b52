"use client"

import "@/app/styles/library/file-versions.css"
import { useCallback, useEffect, useState, type RefObject } from "react"
import { useSettings } from "@/components/providers/settings"
import { Icon } from "@/components/ui/icon"
import { Kind } from "@/components/ui/kind"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import type { DocumentVersion } from "@/lib/contract/types"
import { fileSize } from "@/lib/rules/format"
import { minute } from "@/lib/rules/time"
import { uploadLimits } from "@/lib/upload/rules"
import type { Replacing } from "./use-replace"

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

const Row = ({ version: { version, name, ext, size, created_at, current } }: { version: DocumentVersion }) => (
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
    {current && <span className="tag pri">正在使用</span>}
  </li>
)

type Props = { id: number; replaces: boolean; replacing: Replacing }

/** The versions of a document's file, newest first, and the progress of a replacement. `replaces`: a new file can be uploaded. */
export const FileVersions = ({ id, replaces, replacing }: Props) => {
  const [versions, setVersions] = useState<DocumentVersion[] | null>(null)
  const [failure, setFailure] = useState("")
  const load = useCallback(async () => {
    setFailure("")
    const reply = await api("GET /document/version", { id })
    if (reply.ok) setVersions(reply.data.version)
    else setFailure(refusalText(reply, "没有读到文件版本"))
  }, [id])
  useEffect(() => void load(), [load])
  return (
    <div className="file-versions">
      {replaces && <p className="muted">换上新文件，地址、评论和收藏都不变。新文件转换好之前，读者看到的还是原来的。</p>}
      {replacing.step !== "idle" && <Progress {...replacing} />}
      {replacing.error && (
        <p className="form-error" role="alert">
          <Icon name="fail" small />
          {replacing.error}
        </p>
      )}
      {versions === null && !failure && <Skeleton height={56} />}
      {failure && (
        <p className="form-error" role="alert">
          <Icon name="fail" small />
          {failure}
          <button type="button" className="bt sm" onClick={() => void load()}>
            重新加载
          </button>
        </p>
      )}
      {versions && (
        <ol>
          {versions.map((version) => (
            <Row key={version.id} version={version} />
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
