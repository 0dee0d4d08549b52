"use client"

import { useState } from "react"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { api } from "@/lib/api/client"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"
import type { UploadItem } from "@/lib/upload/item"
import { useUploadStore } from "./upload-context"

const maxShown = 3
const likenessText = (likeness: number) => (likeness >= 1 ? "内容相同" : `相似 ${Math.min(99, Math.round(likeness * 100))} %`)

/** Lists similar documents: view them, keep the upload, or remove it. */
export const RowLikeness = ({ item }: { item: UploadItem }) => {
  const store = useUploadStore()
  const feedback = useFeedback()
  const [isConfirmed, setKept] = useState(false)
  const { busy, call } = useCall()
  // for identical content the user was already asked before the upload
  const alike = (item.suggestion?.duplicates ?? []).filter(({ uuid, likeness }) => uuid !== item.uuid && !(item.accepted && likeness >= 1))
  if (!alike.length || isConfirmed || (item.phase !== "ready" && item.phase !== "done")) return null
  const keys = new Set([item.key])
  const takeBack = async () => {
    const agreed = await feedback.confirm({
      title: `撤回《${item.title}》`,
      content: "它会放进你的回收站，上传得到的奖励可能会扣回。",
      okText: "撤回",
      danger: true,
    })
    if (!agreed) return
    if (await call(() => api("DELETE /document", { id: [item.documentId] }), { done: "已撤回" })) store.getState().remove(keys)
  }
  return (
    <div className="up-duplicate" role="group" aria-label={`${item.name} 相似的文档`}>
      <p>有 {alike.length} 份很相似的文档</p>
      <ul>
        {alike.slice(0, maxShown).map(({ uuid, title, username, own: isOwn, likeness }) => (
          <li key={uuid}>
            <Link className="lk" href={paths.document(uuid)} target="_blank">
              《{title}》
            </Link>
            <span className="muted num">
              {isOwn ? "你上传的" : username}，{likenessText(likeness)}
            </span>
          </li>
        ))}
      </ul>
      <div className="up-duplicate-actions">
        {item.phase === "ready" ? (
          <>
            <button type="button" className="bt sm" aria-label={`仍然提交 ${item.title}`} onClick={() => store.getState().submit(keys)}>
              仍然提交
            </button>
            <button type="button" className="bt sm text" aria-label={`不提交 ${item.title}`} onClick={() => store.getState().remove(keys)}>
              取消
            </button>
          </>
        ) : (
          <>
            <button type="button" className="bt sm" aria-label={`保留 ${item.title}`} onClick={() => setKept(true)}>
              保留
            </button>
            <button type="button" className="bt sm text" aria-label={`撤回 ${item.title}`} disabled={busy} onClick={() => void takeBack()}>
              撤回
            </button>
          </>
        )}
      </div>
    </div>
  )
}
