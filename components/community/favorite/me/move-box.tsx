"use client"

import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import type { FavoriteFolder } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { Box } from "@/components/ui/box"

type Props = {
  open: boolean
  count: number
  folders: FavoriteFolder[]
  onClose: () => void
  onMove: (folder: number) => void
  onNew: () => void
}

/** A dialog that selects the folder for the chosen favourites; 0 = no folder. */
export const MoveBox = ({ open, count: many, folders, onClose, onMove, onNew }: Props) => (
  <Box open={open} title={`把 ${many} 项移到`} onClose={onClose}>
    <ul className="choose">
      {[{ id: 0, title: "未归类", count: null }, ...folders].map((folder) => (
        <li key={folder.id}>
          <button type="button" onClick={() => onMove(folder.id)}>
            <MoreIcon name={folder.id ? "folder" : "bookmark"} />
            {folder.title}
            {folder.count !== null && <small>{count(folder.count)}</small>}
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="new" onClick={onNew}>
          <Icon name="plus" />
          新建收藏夹
        </button>
      </li>
    </ul>
  </Box>
)
