"use client"

import type { ReactNode } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import { Kind } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { Time } from "@/components/ui/time"
import { ContentKind } from "@/lib/contract/library/content.enums"
import type { Favorite } from "@/lib/contract/types"
import { count, fileSize } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { PageThumb } from "@/components/ui/my-list/page-thumb"

type Props = {
  row: Favorite
  folder: string
  now: number
  busy: boolean
  tick: ReactNode
  onMove: (() => void) | null
  onRemove: () => void
}

const hrefOf = ({ type, document_uuid }: Favorite): string =>
  type === ContentKind.article ? paths.article(document_uuid) : paths.document(document_uuid)

/** One favourite; `onMove` is null if there are no folders. A deleted document keeps its row so that the user can remove it. */
export const FavoriteRow = ({ row, folder, now, busy, tick, onMove, onRemove }: Props) => {
  const gone = !row.document_uuid
  const document = row.type === ContentKind.document
  return (
    <li className={`up-li ticked ${document ? "" : "flat"} ${gone ? "gone" : ""}`} aria-busy={busy}>
      {tick}
      {document && <PageThumb src={gone ? "" : row.cover} ext={row.ext} />}
      <div>
        <h2>{gone ? "已被删除" : <Link href={hrefOf(row)}>{row.title}</Link>}</h2>
        <p className="meta">
          {row.ext && <Kind ext={row.ext} />}
          {row.pages > 0 && <span>{count(row.pages)} 页</span>}
          {row.size > 0 && <span className="desk-only">{fileSize(row.size)}</span>}
          {folder && (
            <span className="in-folder">
              <MoreIcon name="folder" small />
              {folder}
            </span>
          )}
          <span>
            <Time value={row.created_at} now={now} /> 收藏
          </span>
        </p>
      </div>
      <span className="up-do">
        {onMove && (
          <button type="button" className="ib" disabled={busy} aria-label={`移动《${row.title}》`} title="移动到收藏夹" onClick={onMove}>
            <MoreIcon name="folder" />
          </button>
        )}
        <button type="button" className="ib" disabled={busy} aria-label={`移除《${row.title}》`} title="移除" onClick={onRemove}>
          <MoreIcon name="trash" />
        </button>
      </span>
    </li>
  )
}
