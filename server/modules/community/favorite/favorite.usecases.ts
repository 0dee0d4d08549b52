import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import type { Ctx, DbCtx, LoggedIn } from "@/server/context"
import { conflict, notFound } from "@/server/errors"
import { hrefOf, lockAll, lockReadable, changeContentCounts } from "../../library/content/content.usecases"
import { isVisible } from "../../library/document/visibility.policy"
import { addDynamic } from "../../people/activity/activity.usecases"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { rewardCollected } from "../../money/ledger/rewards.usecases"
import { requireUnpunished } from "../../people/punishment/punishment.policy"
import { settingsOf } from "../../site/settings/settings.usecases"
import { changeUserCounts } from "../../people/user/people.usecases"
import {
  addFavoriteRow,
  deleteAllFavoriteRows,
  deleteFavoriteRows,
  findFavorite,
  lockFolder,
  listFavorites,
  listOwnFavorites,
  moveFavoriteRows,
  type JoinedFavorite,
} from "./favorite.repository"

const gone = { title: "已被删除", document_uuid: "", cover: "", ext: "", score: 0, pages: 0, size: 0 }

/** A favourite that is no longer readable keeps its row without details. */
const shownFavorite = (ctx: Ctx, { favorite: row, document, article }: JoinedFavorite) => {
  const favorite = { ...row, updated_at: row.created_at }
  if (document && !document.deleted_at && isVisible(ctx.user, document)) {
    const { uuid, version, title, ext, score, pages, size } = document
    return { ...favorite, title, ext, score, pages, size, document_uuid: uuid, cover: `/view/cover/${uuid}?v=${version}` }
  }
  const readable =
    article &&
    !article.deleted_at &&
    (article.status === ReviewStatus.approved || article.user_id === ctx.user?.id || ctx.may("GET /article"))
  return { ...favorite, ...gone, ...(readable ? { title: article.title, document_uuid: article.identifier } : {}) }
}

const requireFolder = async (ctx: Ctx, userId: number, id: number) => {
  if (id && !(await lockFolder(ctx.db, userId, id))) throw notFound("收藏夹不存在", "folder_id")
}

/** Adds a favourite for readable content, once per user (docs/reference/api.md 2.7); the owner of a document may be rewarded. */
export const addFavorite = async (
  ctx: LoggedIn,
  { document_id, type = ContentKind.document, folder_id = 0 }: { document_id: number; type?: number; folder_id?: number },
) => {
  const user_id = ctx.user.id
  await requireUnpunished(ctx, user_id, "favorite")
  // Loads settings into memory before the transaction; inside it, loading would wait for a second connection.
  await settingsOf(ctx.app, "score")
  return ctx.tx(async (ctx) => {
    const content = await lockReadable(ctx, { type, document_id })
    await lockPeople(ctx, [user_id, content.user_id])
    await requireFolder(ctx, user_id, folder_id)
    const row = await addFavoriteRow(ctx.db, { user_id, document_id, type, folder_id, ip: ctx.request.ip, created_at: ctx.now() })
    if (!row) throw conflict("你已经收藏过了")
    await changeContentCounts(ctx, [row], { favorite_count: 1 })
    await changeUserCounts(ctx, [user_id], { favorite_count: 1 })
    if (type === ContentKind.document)
      await rewardCollected(ctx, {
        owner: content.user_id,
        collector: user_id,
        document: { id: document_id, uuid: content.key, title: content.title },
      })
    else
      await addDynamic(ctx, {
        user_id,
        type: DynamicType.favorite,
        message: "收藏了文章《{title}》",
        title: content.title,
        href: hrefOf(content),
      })
    await ctx.notify([{ kind: "favorite", user_id: content.user_id, by: user_id, subject: { type, document_id } }])
    return shownFavorite(ctx, (await findFavorite(ctx.db, row))!)
  })
}

/** Deletes the user's own favourites; other ids are ignored. */
export const deleteFavorites = (ctx: LoggedIn, { id }: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    await lockAll(ctx, await listOwnFavorites(ctx.db, ctx.user.id, id))
    await lockPeople(ctx, [ctx.user.id])
    const rows = await deleteFavoriteRows(ctx.db, ctx.user.id, id)
    await changeContentCounts(ctx, rows, { favorite_count: -1 })
    if (rows.length) await changeUserCounts(ctx, [ctx.user.id], { favorite_count: -rows.length })
    return {}
  })

/** Returns the user's favourite of this content, if any. */
export const readFavorite = async (ctx: LoggedIn, { document_id, type = ContentKind.document }: { document_id: number; type?: number }) => {
  const row = await findFavorite(ctx.db, { user_id: ctx.user.id, type, document_id })
  return row ? shownFavorite(ctx, row) : {}
}

export const readFavorites = async (ctx: LoggedIn, input: Omit<Parameters<typeof listFavorites>[1], "user_id">) => {
  const { rows, total } = await listFavorites(ctx.db, { ...input, user_id: ctx.user.id })
  return { total, favorite: rows.map((row) => shownFavorite(ctx, row)) }
}

/** Moves favourites into one of the user's own folders, or out of any folder (0). */
export const moveFavorites = (ctx: LoggedIn, { id, folder_id }: { id: number[]; folder_id: number }) =>
  ctx.tx(async (tx) => {
    await requireFolder(tx, ctx.user.id, folder_id)
    if (!(await moveFavoriteRows(tx.db, ctx.user.id, id, folder_id)).length) throw notFound("收藏不存在")
    return {}
  })

/** Deletes all favourites of a user and corrects the counters of documents and articles. */
export const removeFavorites = async (ctx: DbCtx, userId: number): Promise<void> => {
  await changeContentCounts(ctx, await deleteAllFavoriteRows(ctx.db, userId), { favorite_count: -1 })
}
