import { z } from "zod"
import { area } from "../area"
import { Document } from "./document"
import { filterList, id, int, list, listing, many, nothing, num, str, time, truthy } from "../schema"

/** A deleted document; it is permanently deleted at `purge_at`. */
export const RecycledDocument = Document.extend({ deleted_at: time, deleted_user_id: num, deleted_username: str, purge_at: time })

/** Owners see and restore their own documents; staff with the permission all of them. */
export const recycle = area({
  "GET /document/recycle": {
    title: "获取回收站文档列表",
    access: "login",
    permission: "RecycleAPI/ListRecycleDocument",
    input: z.object({ ...listing, own: truthy, status: filterList(int), category_id: filterList(int), user_id: filterList(int) }),
    output: z.object({ total: num, document: many(RecycledDocument) }),
  },
  "PUT /document/recycle": {
    title: "恢复回收站文档",
    access: "login",
    permission: "RecycleAPI/RecoverRecycleDocument",
    input: z.object({ id: list(id) }),
    output: nothing,
  },
  "DELETE /document/recycle": {
    title: "删除回收站文档",
    access: "login",
    permission: "RecycleAPI/DeleteRecycleDocument",
    input: z.object({ id: list(id) }),
    output: nothing,
  },
  "DELETE /document/recycle/all": {
    title: "清空回收站文档",
    access: "permission",
    permission: "RecycleAPI/ClearRecycleDocument",
    input: z.object({}),
    output: nothing,
  },
})
