"use client"

import { memo } from "react"
import { StatusTag } from "@/components/document/status-tag"
import { Icon } from "@/components/ui/icon"
import type { IconName } from "@/components/ui/icon-paths"
import { Kind } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import type { ProgressEvent } from "@/lib/contract/streams"
import { paths } from "@/lib/domain/path"
import { extensionOf } from "@/lib/domain/upload-rules"
import type { UploadItem } from "@/stores/upload-item"
import { useUploadStore } from "./upload-context"
import { phaseText } from "./upload-words"

const Act = ({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) => (
  <button type="button" className="ib" aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} />
  </button>
)

const Actions = ({ item: { key, title, phase } }: { item: UploadItem }) => {
  const { pause, resume, remove } = useUploadStore().getState()
  if (phase === "done" || phase === "submitting") return null
  const running = phase === "uploading" || phase === "hashing" || phase === "queued"
  return (
    <>
      {running && <Act icon="pause" label={`暂停上传 ${title}`} onClick={() => pause(key)} />}
      {phase === "paused" && <Act icon="play" label={`继续上传 ${title}`} onClick={() => resume(key)} />}
      {phase === "failed" && <Act icon="rotate" label={`重试 ${title}`} onClick={() => resume(key)} />}
      <Act icon={running ? "close" : "trash"} label={`${running ? "取消" : "移除"} ${title}`} onClick={() => remove(key)} />
    </>
  )
}

const Title = ({ item: { key, title, phase, uuid } }: { item: UploadItem }) => {
  const { rename } = useUploadStore().getState()
  if (phase === "done")
    return (
      <Link className="up-title lk" href={paths.document(uuid)}>
        {title}
      </Link>
    )
  return (
    <label className="in up-title">
      <input value={title} maxLength={255} aria-label="文档标题" disabled={phase === "submitting"} onChange={(event) => rename(key, event.target.value)} />
    </label>
  )
}

/** One file on its way: name it, watch it, stop it, try again. */
export const UploadRow = memo(({ item, progress }: { item: UploadItem; progress: ProgressEvent | undefined }) => {
  const { phase, share } = item
  const moving = phase === "hashing" || phase === "uploading" || phase === "paused" || phase === "submitting"
  return (
    <li className="up-row" data-phase={phase}>
      <Kind ext={extensionOf(item.file.name)} />
      <Title item={item} />
      <div className="up-acts">
        {phase === "done" && <StatusTag status={progress?.status ?? 0} ready={progress?.converted_pages ?? 0} pages={progress?.pages ?? 0} />}
        <Actions item={item} />
      </div>
      <p className="up-note">
        {phase === "done" && <Icon name="success" small />}
        {phase === "failed" && <Icon name="fail" small />}
        {phaseText(item)}
        {phase === "done" && progress?.convert_error ? `，${progress.convert_error}` : ""}
      </p>
      <div
        className="bar"
        data-on={moving}
        role="progressbar"
        aria-label={`${item.title} ${phase === "hashing" ? "计算进度" : "上传进度"}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-hidden={!moving}
      >
        <i style={{ transform: `scaleX(${moving ? share : 0})` }} />
      </div>
    </li>
  )
})
UploadRow.displayName = "UploadRow"
