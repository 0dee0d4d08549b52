"use client"

import { Box } from "@/components/ui/box"
import { useCall } from "@/components/ui/form/use-call"
import { MoreIcon } from "@/components/ui/more-icon"
import { Skeleton } from "@/components/ui/skeleton"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import type { FavoriteFolder } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { useDocumentStore } from "../../providers/document-state"
import { NewFolder } from "./new-folder"

const readFolders = () => api("GET /favorite/folder")

/** A dialog that selects the folder of a favourite or creates one. */
export const FolderDialog = () => {
  const store = useDocumentStore()
  const { data, failure } = useAnswer(readFolders, "收藏夹没有读到")
  const folders = data?.folder
  const { busy, refusal, call } = useCall({ inline: true })
  const close = () => store.getState().set({ dialog: "" })

  const choose = async ({ id, title }: Pick<FavoriteFolder, "id" | "title">) => {
    const moved = await call(() => api("PUT /favorite", { id: [store.getState().favoriteId], folder_id: id }), {
      done: `已放进“${title}”`,
    })
    if (moved) close()
  }

  return (
    <Box open title="选择收藏夹" onClose={close}>
      {!folders && !failure && <Skeleton height={44} />}
      {(refusal || failure) && (
        <p className="form-error" role="alert">
          <MoreIcon name="fail" small />
          {refusal || failure}
        </p>
      )}
      {folders && (
        <>
          {folders.length > 0 ? (
            <ul className="choose">
              {folders.map((folder) => (
                <li key={folder.id}>
                  <button type="button" disabled={busy} onClick={() => void choose(folder)}>
                    <MoreIcon name="folder" />
                    {folder.title}
                    <small>{count(folder.count)}</small>
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <p className="muted">还没有收藏夹，建一个，收藏就好找了。</p>
          )}
          <NewFolder busy={busy} onMade={(folder) => void choose(folder)} />
        </>
      )}
    </Box>
  )
}
