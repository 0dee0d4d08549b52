import type { LoggedIn } from "@/server/context"
import { isUniqueViolation } from "@/server/db/client"
import { conflict, invalid, notFound } from "@/server/errors"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { addFolderRow, countFolders, deleteFolderRow, emptyFolder, findFolder, listFolders, renameFolderRow } from "./favorite.repository"

const maxFolders = 100
const taken = "已经有同名的收藏夹了"
const missing = () => notFound("收藏夹不存在", "id")

export const readFolders = async (ctx: LoggedIn) => ({ folder: await listFolders(ctx.db, ctx.user.id) })

/** Adds a folder. A user has at most 100; names are unique per user. */
export const addFolder = (ctx: LoggedIn, { title }: { title: string }) =>
  ctx.tx(async (tx) => {
    await lockPeople(tx, [ctx.user.id])
    if ((await countFolders(tx.db, ctx.user.id)) >= maxFolders) throw invalid(`最多可以建 ${maxFolders} 个收藏夹`)
    const row = await addFolderRow(tx.db, { user_id: ctx.user.id, title, created_at: ctx.now() })
    if (!row) throw conflict(taken, "title")
    return { ...row, count: 0 }
  })

export const renameFolder = async (ctx: LoggedIn, { id, title }: { id: number; title: string }) => {
  if (!(await findFolder(ctx.db, ctx.user.id, id))) throw missing()
  await renameFolderRow(ctx.db, id, title).catch((error: unknown) => {
    throw isUniqueViolation(error) ? conflict(taken, "title") : error
  })
  return {}
}

/** Deletes a folder; its favourites remain without a folder. */
export const deleteFolder = (ctx: LoggedIn, { id }: { id: number }) =>
  ctx.tx(async (tx) => {
    const [gone] = await deleteFolderRow(tx.db, ctx.user.id, id)
    if (!gone) throw missing()
    await emptyFolder(tx.db, ctx.user.id, id)
    return {}
  })
