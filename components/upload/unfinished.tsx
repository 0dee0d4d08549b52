"use client"

import { useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { MoreIcon } from "@/components/ui/more-icon"
import { Kind } from "@/components/ui/kind"
import { count, fileSize } from "@/lib/rules/format"
import type { Remembered } from "@/lib/upload/memory"
import { extensionOf } from "@/lib/upload/rules"
import { idOf, useEarlier } from "./use-earlier"

type Choose = { label: string; many?: boolean; onFiles: (files: File[]) => void; children: string }

/** A button that opens the file picker. */
const Choose = ({ label, many, onFiles, children }: Choose) => (
  <label className="bt sm">
    <input
      type="file"
      className="sr"
      multiple={many}
      aria-label={label}
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])])
        currentTarget.value = ""
      }}
    />
    {children}
  </label>
)

const stateOf = ({ attachment, size, share, url }: Remembered): string => {
  if (attachment) return "已经传完，还没有提交"
  return url ? `${fileSize(size)}，已传 ${Math.floor(share * 100)} %` : `${fileSize(size)}，还没有开始`
}

/** Rows rendered at first: of three hundred pending uploads few are ever viewed. */
const few = 5

/** Unfinished uploads of an earlier visit, which can be resumed with the same files. */
export const Unfinished = () => {
  const { rest, busy, isOpen, take, goOn, forget } = useEarlier()
  const [all, setAll] = useState(false)
  if (!rest.length) return null
  const open = rest.filter(isOpen)
  const closed = rest.filter((one) => !isOpen(one))
  const asks = open.some(({ attachment }) => !attachment)
  return (
    <section className="card up-rest" aria-label="上次没有传完的文件">
      <div className="up-rest-h">
        <h2>上次还有 {count(rest.length)} 份没有传完</h2>
        {open.length > 1 && (
          <BusyButton className="sm p" busy={busy} disabled={busy} onClick={() => void goOn(open)}>
            继续 {count(open.length)} 份
          </BusyButton>
        )}
        {closed.length > 1 && (
          <Choose label="选择这些文件，一起继续" many onFiles={(files) => take(closed, files)}>
            {open.length ? "选择其余的文件" : "一起继续"}
          </Choose>
        )}
        <button type="button" className="bt sm text" onClick={() => forget(rest)}>
          全部放弃
        </button>
      </div>
      {asks && <p className="muted">浏览器会问一次能不能读取这些文件，同意后从停下的地方接着传。</p>}
      {!asks && closed.length > 0 && <p className="muted">选择同一个文件，从停下的地方接着传，已传的部分不会重来。</p>}
      <ul>
        {rest.slice(0, all ? undefined : few).map((one) => (
          <li key={idOf(one)}>
            <Kind ext={extensionOf(one.name)} />
            <p>
              {one.name}
              <small>{stateOf(one)}</small>
            </p>
            {isOpen(one) ? (
              <button
                type="button"
                className="bt sm"
                disabled={busy}
                aria-label={`${one.attachment ? "继续提交" : "继续上传"} ${one.name}`}
                onClick={() => void goOn([one])}
              >
                继续
              </button>
            ) : (
              <Choose label={`继续上传 ${one.name}`} onFiles={(files) => take([one], files)}>
                选择并继续
              </Choose>
            )}
            <button type="button" className="ib" aria-label={`放弃 ${one.name}`} title="放弃" onClick={() => forget([one])}>
              <MoreIcon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {rest.length > few && !all && (
        <button type="button" className="bt sm text up-rest-all" onClick={() => setAll(true)}>
          显示全部 {count(rest.length)} 份
        </button>
      )}
    </section>
  )
}
