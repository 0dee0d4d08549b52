"use client"

import { memo, useEffect, useId, useState } from "react"
import { ProgressBar } from "@/components/ui/progress-bar"
import { StatusTag } from "@/components/library/document/tags/status-tag"
import { useSettings } from "@/components/providers/settings"
import { MoreIcon, type MoreIconName } from "@/components/ui/more-icon"
import { Kind, Vip } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import type { ProgressEvent } from "@/lib/contract/streams"
import { price } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { extensionOf } from "@/lib/upload/rules"
import { isEditable, termsOf, type UploadItem } from "@/lib/upload/item"
import { RowDetails } from "./row-details"
import { RowLikeness } from "./row-likeness"
import { RowSuggestion } from "./row-suggestion"
import { RowDuplicate } from "./row-duplicate"
import { useUpload, useUploadStore } from "./upload-context"
import { phaseText } from "./upload-messages"

type Props = {
  item: UploadItem
  progress: ProgressEvent | undefined
  ticked: boolean
  /** `range` = everything from the last ticked row to this one */
  onTick: (key: string, range: boolean) => void
}

const Act = ({
  icon,
  label,
  title,
  onClick,
  expanded,
  controls,
}: {
  icon: MoreIconName
  label: string
  title: string
  onClick: () => void
  expanded?: boolean
  controls?: string
}) => (
  <button
    type="button"
    className="ib"
    aria-label={label}
    title={title}
    aria-expanded={expanded}
    aria-controls={expanded ? controls : undefined}
    onClick={onClick}
  >
    <MoreIcon name={icon} />
  </button>
)

const stoppable = ["queued", "hashing", "checking", "uploading", "waiting"]

const Actions = ({ item: { key, title, phase } }: { item: UploadItem }) => {
  const { pause, resume, remove, submit } = useUploadStore().getState()
  const keys = new Set([key])
  if (phase === "done" || phase === "submitting") return null
  const running = stoppable.includes(phase)
  return (
    <>
      {running && <Act icon="pause" title="暂停" label={`暂停上传 ${title}`} onClick={() => pause(keys)} />}
      {phase === "paused" && <Act icon="play" title="继续" label={`继续上传 ${title}`} onClick={() => resume(keys)} />}
      {phase === "failed" && <Act icon="rotate" title="重试" label={`重试 ${title}`} onClick={() => resume(keys)} />}
      {phase === "ready" && <Act icon="check" title="提交" label={`提交 ${title}`} onClick={() => submit(keys)} />}
      <Act
        icon={running ? "close" : "trash"}
        title={running ? "取消" : "移除"}
        label={`${running ? "取消" : "移除"} ${title}`}
        onClick={() => remove(keys)}
      />
    </>
  )
}

/** Up, down and Enter move between the title fields. */
const moveBetweenTitles = (event: React.KeyboardEvent<HTMLInputElement>) => {
  const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key]
  if (!step || event.nativeEvent.isComposing) return
  const titles = [...(event.currentTarget.closest("ul")?.querySelectorAll<HTMLInputElement>(".up-title input:not(:disabled)") ?? [])]
  const next = titles[titles.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}

const Title = ({ item: { key, title, phase, uuid } }: { item: UploadItem }) => {
  const { rename } = useUploadStore().getState()
  // a compatible server does not return the document
  if (phase === "done" && !uuid) return <span className="up-title">{title}</span>
  if (phase === "done")
    return (
      <Link className="up-title lk" href={paths.document(uuid)}>
        {title}
      </Link>
    )
  return (
    <label className="in up-title">
      <input
        value={title}
        maxLength={255}
        aria-label="文档标题"
        disabled={phase === "submitting"}
        onKeyDown={moveBetweenTitles}
        onChange={(event) => rename(key, event.target.value)}
      />
    </label>
  )
}

/** The price, so that batch changes are visible in each row. */
const Cost = ({ item }: { item: UploadItem }) => {
  const { system, vip } = useSettings()
  const terms = termsOf(
    item,
    useUpload((state) => state.terms),
  )
  return (
    <>
      {terms.price > 0 && !item.isPriceUnreadable && <span className="up-fact">{price(terms.price, system.credit_name)}</span>}
      {terms.is_vip && vip.enable && <Vip />}
    </>
  )
}

/** One upload: edit its title, follow its progress, stop or retry it. */
export const UploadRow = memo(({ item, progress, ticked, onTick }: Props) => {
  const { key, title, phase, share } = item
  const [open, setOpen] = useState(false)
  const details = useId()
  const refused = useUpload((state) => state.refusedKey === key)
  useEffect(() => {
    if (refused) setOpen(true)
  }, [refused])
  const editable = isEditable(item)
  const reason = phase === "done" ? (progress?.convert_error ?? "") : ""
  const moving =
    phase === "hashing" || phase === "uploading" || phase === "submitting" || ((phase === "paused" || phase === "waiting") && share > 0)
  return (
    <li className="up-row" data-phase={phase} data-bad={reason !== "" || undefined}>
      <label className="tick up-tick">
        <input
          type="checkbox"
          checked={ticked}
          aria-label={`选择 ${title}`}
          onChange={({ nativeEvent }) => onTick(key, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </label>
      <Kind ext={extensionOf(item.name)} />
      <Title item={item} />
      <div className="up-acts">
        {phase === "done" && item.uuid && (
          <StatusTag status={progress?.status ?? item.status} ready={progress?.converted_pages ?? 0} pages={progress?.pages ?? 0} />
        )}
        {editable && (
          <Act
            icon="pencil"
            title="分类、价格、关键词"
            label={`编辑信息 ${title}`}
            expanded={open}
            controls={details}
            onClick={() => setOpen(!open)}
          />
        )}
        <Actions item={item} />
      </div>
      <p className="up-note">
        <span className="up-say">
          {phase === "done" && <MoreIcon name={reason ? "alert" : "success"} small />}
          {phase === "failed" && <MoreIcon name="fail" small />}
          {phase === "waiting" && <MoreIcon name="clock" small />}
          {phaseText(item)}
          {reason && `，但没有转换成：${reason}`}
        </span>
        <Cost item={item} />
        {item.path && <span className="up-path">{item.path}</span>}
      </p>
      <ProgressBar label={`${title} ${phase === "hashing" ? "计算进度" : "上传进度"}`} value={share} moving={moving} />
      {phase === "duplicate" && <RowDuplicate item={item} />}
      <RowLikeness item={item} />
      <RowSuggestion item={item} />
      {editable && open && <RowDetails item={item} id={details} refused={refused} />}
    </li>
  )
})
UploadRow.displayName = "UploadRow"
