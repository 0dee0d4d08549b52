import { comment } from "../../../lib/contract/comment"
import { serve } from "../../routes"
import { readComment, readComments } from "./reading.usecases"
import { addComment, checkComments, deleteComments, updateComment } from "./comment.usecases"
import { commentTable } from "./comment.table"

export const commentRoutes = serve(
  comment,
  {
    "POST /comment": addComment,
    "PUT /comment": updateComment,
    "DELETE /comment": deleteComments,
    "GET /comment": readComment,
    "GET /comment/list": readComments,
    "POST /comment/check": checkComments,
  },
  { "PUT /comment": { table: commentTable } },
)
