import { z } from "zod"
import { area, perHour } from "../area"
import { kind } from "./favorite"
import { anyFlag, filled, filter, filterList, id, int, list, listing, many, nothing, num, str, text, time } from "../schema"
import { reviewMarks } from "../operations/review.marks"
import { PublicUser } from "../people/user"

/** `document_id` is the article's id if `type` is 1 (docs/reference/api.md 3.7). */
export const Comment = z.object({
  id: num,
  parent_id: num,
  document_id: num,
  document_title: str,
  document_uuid: str,
  type: num,
  content: str,
  /** the page it refers to, 0 = the whole document */
  page: num,
  status: num,
  comment_count: num,
  user_id: num,
  user: PublicUser.nullable().default(null),
  created_at: time,
  updated_at: time,
})

export const ListedComment = Comment.extend(reviewMarks)

export const comment = area({
  "POST /comment": {
    title: "评论",
    access: "login",
    limit: perHour(60, "person"),
    secretInput: true,
    input: z.object({
      document_id: id,
      type: kind.optional(),
      parent_id: int.optional(),
      content: filled(1000, "评论内容"),
      page: int.optional(),
      captcha: text(4096, "验证码").optional(),
      captcha_id: text(64, "验证码").optional(),
    }),
    output: z.object({ id: num, status: num }),
  },
  "PUT /comment": {
    title: "更新评论",
    access: "permission",
    versioned: true,
    permission: "CommentAPI/UpdateComment",
    input: z.object({ id, content: filled(1000, "评论内容").optional(), status: int.optional() }),
    output: nothing,
  },
  "DELETE /comment": {
    title: "删除评论",
    access: "login",
    permission: "CommentAPI/DeleteComment",
    input: z.object({ id: list(id) }),
    output: nothing,
  },
  "GET /comment": {
    title: "获取单个评论",
    access: "permission",
    permission: "CommentAPI/GetComment",
    input: z.object({ id }),
    output: Comment,
  },
  "GET /comment/list": {
    title: "获取评论列表",
    access: "public",
    permission: "CommentAPI/ListComment",
    input: z.object({
      ...listing,
      document_id: filter(int),
      user_id: filter(int),
      parent_id: filterList(int),
      type: filterList(int),
      status: filterList(int),
      with_document_title: anyFlag.optional(),
    }),
    output: z.object({ total: num, comment: many(ListedComment) }),
  },
  "POST /comment/check": {
    title: "批量审核评论",
    access: "permission",
    permission: "CommentAPI/CheckComment",
    conflicts: true,
    input: z.object({ id: list(id), status: int }),
    output: nothing,
  },
})
