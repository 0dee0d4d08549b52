"use client"

import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"
import type { FoundDuplicate, UploadItem } from "@/lib/upload/item"
import { useUploadStore } from "./upload-context"

const reasons: Record<FoundDuplicate["place"], string> = {
  site: "站内已经有内容相同的文档",
  recycle: "这份文档在你的回收站里",
  list: "和列表里的另一份内容相同",
}

/** The duplicate of a file, with the possible actions. */
export const RowDuplicate = ({ item: { key, duplicate, name } }: { item: UploadItem }) => {
  const store = useUploadStore()
  const { busy, call } = useCall()
  if (!duplicate) return null
  const keys = new Set([key])
  const restore = async () => {
    const restored = await call(() => api("PUT /document/recycle", { id: [duplicate.id] }), { done: `已恢复《${duplicate.title}》` })
    if (restored) store.getState().remove(keys)
  }
  return (
    <div className="up-duplicate" role="group" aria-label={`${name} 已经有了`}>
      <p>
        {reasons[duplicate.place]}
        {duplicate.title && (
          <>
            ：<b>《{duplicate.title}》</b>
          </>
        )}
        {duplicate.username && duplicate.place === "site" && (
          <span className="muted">{duplicate.own ? "你上传的" : `${duplicate.username} 上传`}</span>
        )}
      </p>
      <div className="up-duplicate-actions">
        {duplicate.place === "recycle" && (
          <button type="button" className="bt sm p" disabled={busy} onClick={() => void restore()}>
            恢复它
          </button>
        )}
        {duplicate.uuid && duplicate.place !== "recycle" && (
          <Link className="bt sm" href={paths.document(duplicate.uuid)} target="_blank">
            查看
          </Link>
        )}
        <button type="button" className="bt sm" aria-label={`仍然上传 ${name}`} onClick={() => store.getState().accept(keys)}>
          仍然上传
        </button>
        <button type="button" className="bt sm text" aria-label={`不传 ${name}`} onClick={() => store.getState().remove(keys)}>
          取消
        </button>
      </div>
    </div>
  )
}
