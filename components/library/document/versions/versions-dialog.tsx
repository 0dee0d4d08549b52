"use client"

import { useRouter } from "next/navigation"
import { useRef } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { SideDialog } from "@/components/ui/side-dialog"
import { useDocumentStore } from "@/components/providers/document-state"
import { FileVersions, NewFileInput } from "./file-versions"
import { useReplace } from "./use-replace"

/** 文件版本: the versions of this document's file, and a form to replace it. URL, comments and favourites stay. */
export const VersionsDialog = () => {
  const router = useRouter()
  const feedback = useFeedback()
  const store = useDocumentStore()
  const { id } = store.getState()
  const file = useRef<HTMLInputElement>(null)
  const close = () => store.getState().set({ dialog: "" })
  const { state, start, cancel } = useReplace(id, () => {
    feedback.success("新文件已收到，转换完成后自动换上")
    close()
    router.refresh()
  })
  const busy = state.step !== "idle"

  return (
    <SideDialog
      title="文件版本"
      onClose={close}
      acts={
        <>
          <button type="button" className="bt" onClick={busy ? cancel : close}>
            {busy ? "取消上传" : "关闭"}
          </button>
          <button type="button" className="bt p" disabled={busy} onClick={() => file.current?.click()}>
            <Icon name="upload" small />
            上传新版本
          </button>
        </>
      }
    >
      <div className="side-dialog-body">
        <FileVersions id={id} replacing={state} />
        <NewFileInput input={file} onChoose={(chosen) => void start(chosen)} />
      </div>
    </SideDialog>
  )
}
