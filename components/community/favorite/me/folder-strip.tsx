"use client"

import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import type { FavoriteFolder } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { hrefOf } from "@/lib/view/library/list/query"

/** `folder`: "" = all favourites, "0" = in no folder. */
type Props = {
  folders: FavoriteFolder[]
  folder: string
  type: string
  onNew: () => void
  onRename: (folder: FavoriteFolder) => void
  onDelete: (folder: FavoriteFolder) => void
}

/** The folders as pill links, and the actions on the open folder. */
export const FolderStrip = ({ folders, folder, type, onNew, onRename, onDelete }: Props) => {
  const open = folders.find(({ id }) => String(id) === folder)
  const href = (id: string) => hrefOf(paths.myFavorites, { type, folder: id })
  return (
    <div className="folders">
      <nav className="rel" aria-label="收藏夹">
        {[
          { id: "", title: "全部", many: null },
          { id: "0", title: "未归类", many: null },
          ...folders.map((one) => ({ id: String(one.id), title: one.title, many: one.count })),
        ].map((one) => (
          <Link key={one.id} href={href(one.id)} scroll={false} aria-current={folder === one.id ? "page" : undefined}>
            {one.title}
            {one.many !== null && <small className="num">{count(one.many)}</small>}
          </Link>
        ))}
        <button type="button" className="pill" onClick={onNew}>
          <Icon name="plus" small />
          新建收藏夹
        </button>
      </nav>
      {open && (
        <div className="folder-acts">
          <button type="button" className="bt sm text" onClick={() => onRename(open)}>
            <MoreIcon name="pencil" small />
            重命名
          </button>
          <button type="button" className="bt sm text" onClick={() => onDelete(open)}>
            <MoreIcon name="trash" small />
            删除收藏夹
          </button>
        </div>
      )}
    </div>
  )
}
