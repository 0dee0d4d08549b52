"use client"

import { useState, type FormEvent } from "react"
import "@/app/styles/people/account-me-form.css"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import type { FavoriteFolder } from "@/lib/contract/types"
import { Box } from "@/components/ui/box"
import { BoxActs, BoxField } from "@/components/ui/box-form"

type Props = { open: boolean; folder: FavoriteFolder | null; onClose: () => void; onDone: (done: string) => void }

/** A dialog that names a new folder or renames `folder`. */
export const FolderBox = ({ open, folder, onClose, onDone }: Props) => (
  <Box open={open} title={folder ? "重命名收藏夹" : "新建收藏夹"} onClose={onClose}>
    <NameForm folder={folder} onClose={onClose} onDone={onDone} />
  </Box>
)

const NameForm = ({ folder, onClose, onDone }: Omit<Props, "open">) => {
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
      <BoxField label="名称" value={title} maxLength={32} autoComplete="off" wrong={refusal} first onChange={setTitle} />
      <BoxActs cancel="取消" submit="保存" working="保存中" busy={busy} onCancel={onClose} />
    </form>
  )
}
