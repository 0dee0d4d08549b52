import { z } from "zod"
import { area, perHour } from "../area"
import { ContentKind } from "../library/content.enums"
import { filled, filter, id, int, list, listing, many, nothing, num, oneOf, str, time } from "../schema"

/** 0 = document, 1 = article. */
export const kind = oneOf(ContentKind, "内容类型不正确")

/**
 * `document_id` is the article's id if `type` is 1, and `document_uuid` its identifier (docs/reference/api.md 3.5). `folder_id` 0 = in no
 * folder.
 */
export const Favorite = z.object({
  id: num,
  user_id: num,
  document_id: num,
  document_uuid: str,
  type: num,
  folder_id: num,
  title: str,
  ext: str,
  score: num,
  pages: num,
  size: num,
  cover: str,
  created_at: time,
  /** same as `created_at`: only the folder ever changes */
  updated_at: time,
})

export const FavoriteFolder = z.object({ id: num, title: str, count: num, created_at: time })

const folderTitle = filled(32, "收藏夹名称").meta({ examples: ["考研资料"] })

export const favorite = area({
  "POST /favorite": {
    title: "收藏",
    access: "login",
    conflicts: true,
    limit: perHour(300, "person"),
    input: z.object({ document_id: id, type: kind.optional(), folder_id: int.optional() }),
    output: Favorite,
  },
  "DELETE /favorite": { title: "取消收藏", access: "login", input: z.object({ id: list(id) }), output: nothing },
  /** existing clients send 0 while they are still loading the document: no favourite */
  "GET /favorite": {
    title: "是否已收藏",
    access: "login",
    input: z.object({ document_id: int, type: kind.optional() }),
    output: Favorite.partial(),
  },
  "GET /favorite/list": {
    title: "我的收藏",
    access: "login",
    input: z.object({ ...listing, type: filter(kind), folder_id: filter(int) }),
    output: z.object({ total: num, favorite: many(Favorite) }),
  },
  "PUT /favorite": { title: "移动收藏", access: "login", input: z.object({ id: list(id), folder_id: int }), output: nothing },
  "GET /favorite/folder": { title: "收藏夹", access: "login", input: z.object({}), output: z.object({ folder: many(FavoriteFolder) }) },
  "POST /favorite/folder": {
    title: "新建收藏夹",
    access: "login",
    conflicts: true,
    input: z.object({ title: folderTitle }),
    output: FavoriteFolder,
  },
  "PUT /favorite/folder": {
    title: "重命名收藏夹",
    access: "login",
    conflicts: true,
    input: z.object({ id, title: folderTitle }),
    output: nothing,
  },
  "DELETE /favorite/folder": { title: "删除收藏夹", access: "login", input: z.object({ id }), output: nothing },
})
