"use client"

import { useState, type FormEvent } from "react"
import { useCall } from "@/components/ui/form/use-call"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import type { FavoriteFolder } from "@/lib/contract/types"

type Props = { busy: boolean; onMade: (folder: FavoriteFolder) => void }

/** A one-line form that creates a folder by name. */
export const NewFolder = ({ busy, onMade }: Props) => {
  const [title, setTitle] = useState("")
  const { busy: making, refusal, refuse, call } = useCall({ inline: true })
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (!title.trim()) return refuse("请输入收藏夹名称")
    const made = await call(() => api("POST /favorite/folder", { title: title.trim() }))
    if (!made) return
    setTitle("")
    onMade(made)
  }
  return (
    <form className="new-folder" noValidate onSubmit={(event) => void make(event)}>
      <span className={refusal ? "in err" : "in"}>
        <input
          value={title}
          maxLength={32}
          autoComplete="off"
          placeholder="新收藏夹的名称"
          aria-label="新收藏夹的名称"
          aria-invalid={refusal !== ""}
          onChange={(event) => setTitle(event.target.value)}
        />
      </span>
      <button type="submit" className="bt" disabled={busy || making}>
        <Icon name="plus" small />
        新建
      </button>
      {refusal && (
        <p className="form-error" role="alert">
          <MoreIcon name="fail" small />
          {refusal}
        </p>
      )}
    </form>
  )
}
