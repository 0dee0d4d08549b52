"use client"

import { useRouter } from "next/navigation"
import { useState, type ReactNode } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import type { Favorite, FavoriteFolder } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { hrefOf } from "@/lib/view/library/list/query"
import { BatchBar, RowTick } from "@/components/ui/my-list/batch-bar"
import { FavoriteRow } from "./favorite-row"
import { FolderBox } from "./folder-box"
import { FolderStrip } from "./folder-strip"
import { MoveBox } from "./move-box"
import { useBatch } from "@/components/ui/my-list/use-batch"
import { useSelection } from "@/components/ui/my-list/use-selection"

type Props = {
  favorites: Favorite[]
  /** null if the server does not support folders */
  folders: FavoriteFolder[] | null
  folder: string
  type: string
  now: number
  filter: ReactNode
  empty: ReactNode
}
type Naming = { folder: FavoriteFolder | null }

/** Favourites in their folders: open, move, remove, one or many. */
export const MyFavorites = ({ favorites, folders: given, folder, type, now, filter, empty }: Props) => {
  const folders = given ?? []
  const router = useRouter()
  const feedback = useFeedback()
  const { busy, act } = useBatch()
  const selection = useSelection(favorites.map(({ id }) => id))
  const [moving, setMoving] = useState<number[]>([])
  const [naming, setNaming] = useState<Naming | null>(null)
  const many = selection.ids.length

  const remove = async (ids: number[], title: string) => {
    const agreed = await feedback.confirm({ title, content: "只是不再收藏，文档和文章还在。", okText: "移除", danger: true })
    if (agreed && (await act(ids, () => api("DELETE /favorite", { id: ids }), "移除收藏成功"))) selection.clear()
  }
  const move = async (ids: number[], to: number) => {
    setMoving([])
    const name = folders.find(({ id }) => id === to)?.title
    if (await act(ids, () => api("PUT /favorite", { id: ids, folder_id: to }), name ? `已移到“${name}”` : "已移出收藏夹")) selection.clear()
  }
  const drop = async (gone: FavoriteFolder) => {
    const agreed = await feedback.confirm({
      title: `删除收藏夹“${gone.title}”`,
      content: gone.count > 0 ? `里面的 ${gone.count} 项收藏会留下，归到“未归类”。` : "这个收藏夹是空的。",
      okText: "删除",
      danger: true,
    })
    if (agreed && (await act([], () => api("DELETE /favorite/folder", { id: gone.id }), "收藏夹已删除")))
      router.push(hrefOf(paths.myFavorites, { type }))
  }

  return (
    <>
      {given && (
        <FolderStrip
          folders={folders}
          folder={folder}
          type={type}
          onNew={() => setNaming({ folder: null })}
          onRename={(one) => setNaming({ folder: one })}
          onDelete={(one) => void drop(one)}
        />
      )}
      {filter}
      {favorites.length > 0 ? (
        <>
          <BatchBar selection={selection} unit="项">
            {given && (
              <button type="button" className="bt sm" disabled={many === 0} onClick={() => setMoving(selection.ids)}>
                <MoreIcon name="folder" small />
                移动到
              </button>
            )}
            <button
              type="button"
              className="bt sm danger"
              disabled={many === 0}
              onClick={() => void remove(selection.ids, `移除选中的 ${many} 项收藏`)}
            >
              <MoreIcon name="trash" small />
              移除
            </button>
          </BatchBar>
          <ul className="card up-rows">
            {favorites.map((row) => (
              <FavoriteRow
                key={row.id}
                row={row}
                folder={folder ? "" : (folders.find(({ id }) => id === row.folder_id)?.title ?? "")}
                now={now}
                busy={busy.includes(row.id)}
                tick={<RowTick selection={selection} id={row.id} title={row.title} />}
                onMove={given && (() => setMoving([row.id]))}
                onRemove={() => void remove([row.id], `移除《${row.title}》`)}
              />
            ))}
          </ul>
        </>
      ) : (
        empty
      )}
      <MoveBox
        open={moving.length > 0}
        count={moving.length}
        folders={folders}
        onClose={() => setMoving([])}
        onMove={(to) => void move(moving, to)}
        onNew={() => {
          setMoving([])
          setNaming({ folder: null })
        }}
      />
      <FolderBox
        open={naming !== null}
        folder={naming?.folder ?? null}
        onClose={() => setNaming(null)}
        onDone={(word) => {
          feedback.success(word)
          router.refresh()
        }}
      />
    </>
  )
}
