"use client"

import { useCallback, useId, useRef, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { canPick, pickFiles } from "@/lib/upload/pick-files"
import { harvestFiles, type Harvest } from "@/lib/upload/walk"
import { LeftOutList, leftOutOf, type LeftOut } from "./left-out"
import { useUpload, useUploadStore } from "./upload-context"
import { useFileDrop } from "./use-file-drop"
import type { UserUploadLimit } from "./use-limit"

/** Lets an input select a whole folder; React has no prop for this attribute. */
const asFolder = (input: HTMLInputElement | null): void => input?.setAttribute("webkitdirectory", "")

/** Phones have no drag and drop. */
const Invitation = () => (
  <>
    <span className="desk-only">把文件拖到这一页</span>
    <span className="phone-only">选一份，或一次选很多份</span>
  </>
)

/** Accepts files: chosen, as a folder, dropped anywhere on the page, or pasted. */
export const DropZone = ({ limit }: { limit: UserUploadLimit }) => {
  const store = useUploadStore()
  const hint = useId()
  const empty = useUpload((state) => state.items.length === 0)
  const [left, setLeft] = useState<LeftOut>({ sentences: [], notes: [] })

  const take = useCallback((harvest: Harvest) => setLeft(leftOutOf(harvest, store.getState().add(harvest.files, limit))), [store, limit])
  const drop = useFileDrop(take)
  const plain = useRef(false)
  // uses the file picker API where available, so that the browser can reopen the files after a reload
  const onChoose = (event: React.MouseEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    if (plain.current || !canPick()) return
    event.preventDefault()
    pickFiles(limit.extensions).then(
      (harvest) => harvest && take(harvest),
      () => {
        plain.current = true
        input.click()
      },
    )
  }
  const onChange = ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => {
    take(harvestFiles(currentTarget.files ?? []))
    // so that the same file can be chosen again after its removal
    currentTarget.value = ""
  }
  return (
    <>
      <div className="drop" data-over={drop === "over" || undefined} data-small={!empty || undefined} aria-busy={drop === "reading"}>
        <label className="drop-all">
          <input
            type="file"
            multiple
            className="sr"
            accept={limit.extensions.join(",")}
            aria-describedby={hint}
            aria-label="选择文件"
            onClick={onChoose}
            onChange={onChange}
          />
          <Icon name="upload" />
          <b>{drop === "over" ? "松开就加入" : drop === "reading" ? "正在翻看文件夹" : <Invitation />}</b>
          <span id={hint} className="desk-only">
            可以拖入整个文件夹，也可以直接粘贴
          </span>
          <span className={empty ? "bt p" : "bt"}>{empty ? "选择文件" : "继续添加"}</span>
        </label>
        <label className="bt text sm drop-folder">
          <input ref={asFolder} type="file" multiple className="sr" aria-label="选择文件夹" onChange={onChange} />
          <MoreIcon name="folder" small />
          选择文件夹
        </label>
      </div>
      <LeftOutList left={left} onClose={() => setLeft({ sentences: [], notes: [] })} />
    </>
  )
}
