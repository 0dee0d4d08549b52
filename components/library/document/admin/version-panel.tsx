"use client"

import { useRef } from "react"
import type { PanelProps } from "@/components/admin/crud/options"
import { SidePanel } from "@/components/admin/form/side-panel"
import { FileVersions, NewFileInput } from "@/components/library/document/versions/file-versions"
import { useReplace } from "@/components/library/document/versions/use-replace"
import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"

/** The versions of a document's file, and a form to replace the current one. URL, comments and favourites stay. */
export const VersionPanel = ({ rows, crud, onClose }: PanelProps<"/document">) => {
  const feedback = useFeedback()
  const input = useRef<HTMLInputElement>(null)
  const { id, title } = rows[0]!
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
    <SidePanel
      onClose={() => void close()}
      title={`文件版本 · ${title}`}
      footer={
        <>
          <button type="button" className="bt" onClick={() => void close()}>
            关闭
          </button>
          <button type="button" className="bt p" disabled={busy} onClick={() => input.current?.click()}>
            <Icon name="upload" small />
            上传新文件
          </button>
        </>
      }
    >
      <FileVersions id={id} replacing={state} />
      <NewFileInput input={input} onChoose={(chosen) => void start(chosen)} />
    </SidePanel>
  )
}
