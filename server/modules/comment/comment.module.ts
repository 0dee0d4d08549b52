import { defineModule } from "../../module"
import { commentRoutes } from "./comment.routes"
import { forgetAddress, removeComments } from "./erasure.usecases"
import { commentTable } from "./comment.table"

export const commentModule = defineModule({
  ...commentRoutes,
  personal: [{ table: commentTable, exportAs: "comment", onErase: forgetAddress, onDelete: removeComments }],
})
