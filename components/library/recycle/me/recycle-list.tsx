"use client"

import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Kind } from "@/components/ui/kind"
import { Time } from "@/components/ui/time"
import { api } from "@/lib/api/client"
import type { RecycledDocument } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { BatchBar, RowTick } from "@/components/ui/my-list/batch-bar"
import { PageThumb } from "@/components/ui/my-list/page-thumb"
import { useBatch } from "@/components/ui/my-list/use-batch"
import { useSelection, type Selection } from "@/components/ui/my-list/use-selection"

type Deleted = Pick<RecycledDocument, "id" | "title" | "ext" | "pages" | "username" | "deleted_at" | "deleted_username" | "purge_at">
type Props = { documents: Deleted[]; now: number }

const dayLong = 86_400_000

/** Returns 还有 12 天彻底删除; "" if rows are not deleted automatically. */
export const timeLeft = (purgeAt: string | null, now: number): string => {
  if (!purgeAt) return ""
  const days = Math.ceil((new Date(purgeAt).getTime() - now) / dayLong)
  return days > 0 ? `${days} 天后彻底删除` : "即将彻底删除"
}

/** Returns whether the user may restore the document: only staff can restore what staff deleted. */
const mayReturn = ({ username, deleted_username }: Deleted): boolean => !deleted_username || deleted_username === username

/** The user's deleted documents: restore, or delete permanently. */
export const RecycleList = ({ documents, now }: Props) => {
  const feedback = useFeedback()
  const { busy, act } = useBatch()
  const selection = useSelection(documents.filter(mayReturn).map(({ id }) => id))
  const many = selection.ids.length

  const restore = async (ids: number[]) => {
    if (
      await act(
        ids,
        () => api("PUT /document/recycle", { id: ids }),
        ids.length > 1 ? `已恢复 ${ids.length} 份文档` : "已恢复，回到我的上传里了",
      )
    )
      selection.clear()
  }
  const purge = async (ids: number[], title: string) => {
    const agreed = await feedback.confirm({ title, content: "文件会从网站上移除，不能再恢复。", okText: "彻底删除", danger: true })
    if (agreed && (await act(ids, () => api("DELETE /document/recycle", { id: ids }), "已彻底删除"))) selection.clear()
  }
  return (
    <>
      <BatchBar selection={selection} unit="份">
        <button type="button" className="bt sm" disabled={many === 0} onClick={() => void restore(selection.ids)}>
          <Icon name="rotate" small />
          恢复
        </button>
        <button
          type="button"
          className="bt sm danger"
          disabled={many === 0}
          onClick={() => void purge(selection.ids, `彻底删除选中的 ${many} 份文档`)}
        >
          <MoreIcon name="trash" small />
          彻底删除
        </button>
      </BatchBar>
      <ul className="card up-rows">
        {documents.map((document) => (
          <Row
            key={document.id}
            document={document}
            now={now}
            busy={busy.includes(document.id)}
            selection={selection}
            onRestore={(id) => void restore([id])}
            onPurge={({ id, title }) => void purge([id], `彻底删除《${title}》`)}
          />
        ))}
      </ul>
    </>
  )
}

type RowProps = {
  document: Deleted
  now: number
  busy: boolean
  selection: Selection
  onRestore: (id: number) => void
  onPurge: (document: Deleted) => void
}

const Row = ({ document, now, busy, selection, onRestore, onPurge }: RowProps) => {
  const { id, title, ext, pages, deleted_at, purge_at } = document
  const mine = mayReturn(document)
  return (
    <li className="up-li ticked gone" aria-busy={busy}>
      {mine ? <RowTick selection={selection} id={id} title={title} /> : <span />}
      <PageThumb src="" ext={ext} />
      <div>
        <h2>{title}</h2>
        <p className="meta">
          <Kind ext={ext} />
          {pages > 0 && <span className="desk-only">{count(pages)} 页</span>}
          <span>
            <Time value={deleted_at} now={now} />
            {mine ? "删除" : "被工作人员删除"}
          </span>
        </p>
      </div>
      <span className="tag num">{timeLeft(purge_at, now) || "已删除"}</span>
      <span className="up-do">
        <button
          type="button"
          className="ib"
          disabled={!mine || busy}
          aria-label={`恢复《${title}》`}
          title="恢复"
          onClick={() => onRestore(id)}
        >
          <Icon name="rotate" />
        </button>
        <button
          type="button"
          className="ib"
          disabled={!mine || busy}
          aria-label={`彻底删除《${title}》`}
          title="彻底删除"
          onClick={() => onPurge(document)}
        >
          <MoreIcon name="trash" />
        </button>
      </span>
    </li>
  )
}
