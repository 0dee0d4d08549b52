"use client"

import { useId, useState, type FormEvent } from "react"
import "@/app/styles/me-form.css"
import { useCall } from "@/components/form/use-call"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"
import type { FavoriteFolder } from "@/lib/contract/types"
import { Box, focusFirst } from "../box"

type Props = { open: boolean; folder: FavoriteFolder | null; onClose: () => void; onDone: (done: string) => void }

/** Names a new folder, or gives `folder` another name. */
export const FolderBox = ({ open, folder, onClose, onDone }: Props) => (
  <Box open={open} title={folder ? "重命名收藏夹" : "新建收藏夹"} onClose={onClose}>
    <NameForm folder={folder} onClose={onClose} onDone={onDone} />
  </Box>
)

const NameForm = ({ folder, onClose, onDone }: Omit<Props, "open">) => {
  const id = useId()
  const [title, setTitle] = useState(folder?.title ?? "")
  const { busy, refusal, refuse, call } = useCall({ inline: true })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const name = title.trim()
    if (!name) return refuse("请输入收藏夹名称")
    const saved = await call<object>(() =>
      folder ? api("PUT /favorite/folder", { id: folder.id, title: name }) : api("POST /favorite/folder", { title: name }),
    )
    if (!saved) return
    onDone(folder ? "收藏夹已重命名" : "收藏夹已建好")
    onClose()
  }
  return (
    <form className="fm" noValidate onSubmit={(event) => void save(event)}>
      <div>
        <label htmlFor={id}>名称</label>
        <span className={refusal ? "in err" : "in"}>
          <input
            ref={focusFirst}
            id={id}
            value={title}
            maxLength={32}
            autoComplete="off"
            aria-invalid={refusal !== ""}
            aria-describedby={`${id}why`}
            onChange={(event) => setTitle(event.target.value)}
          />
        </span>
        <p id={`${id}why`} className="msg" role="alert" hidden={!refusal}>
          <Icon name="fail" small />
          {refusal}
        </p>
      </div>
      <div className="form-acts">
        <button type="button" className="bt" onClick={onClose}>
          取消
        </button>
        <button type="submit" className={busy ? "bt p busy" : "bt p"} aria-busy={busy}>
          {busy ? "保存中" : "保存"}
        </button>
      </div>
    </form>
  )
}
