"use client"

import { useState, type FormEvent } from "react"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"
import type { FavoriteFolder } from "@/lib/contract/types"

type Props = { busy: boolean; onMade: (folder: FavoriteFolder) => void }

/** One line: a name, and the folder is there. */
export const NewFolder = ({ busy, onMade }: Props) => {
  const [title, setTitle] = useState("")
  const [error, setError] = useState("")
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (!title.trim()) return setError("请输入收藏夹名称")
    const reply = await api("POST /favorite/folder", { title: title.trim() })
    if (!reply.ok) return setError(reply.message)
    setTitle("")
    setError("")
    onMade(reply.data)
  }
  return (
    <form className="new-folder" noValidate onSubmit={(event) => void make(event)}>
      <span className={error ? "in err" : "in"}>
        <input
          value={title}
          maxLength={32}
          autoComplete="off"
          placeholder="新收藏夹的名称"
          aria-label="新收藏夹的名称"
          aria-invalid={error !== ""}
          onChange={(event) => setTitle(event.target.value)}
        />
      </span>
      <button type="submit" className="bt" disabled={busy}>
        <Icon name="plus" small />
        新建
      </button>
      {error && (
        <p className="form-error" role="alert">
          <Icon name="fail" small />
          {error}
        </p>
      )}
    </form>
  )
}
