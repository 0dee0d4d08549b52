import { comment } from "@/lib/contract/community/comment"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { serve } from "@/server/routes"
import { commentTable } from "./comment.table"
import { addComment, deleteComments } from "./comment.usecases"
import { unlessClaimed } from "../../operations/claim/claim.policy"
import { readComment, readComments } from "./comment-list.usecases"
import { checkComments, updateComment } from "./review.usecases"

export const commentRoutes = serve(
  comment,
  {
    "POST /comment": addComment,
    "PUT /comment": updateComment,
    "DELETE /comment": deleteComments,
    "GET /comment": readComment,
    "GET /comment/list": readComments,
    "POST /comment/check": unlessClaimed(ReviewKind.comment, ({ id }) => id, checkComments),
  },
  { "PUT /comment": { table: commentTable } },
)
