import { defineModule } from "@/server/module"
import { commentRoutes } from "./comment.routes"
import { commentTable } from "./comment.table"
import { forgetAddress, removeComments } from "./erasure.usecases"

export const commentModule = defineModule({
  ...commentRoutes,
  personal: [{ table: commentTable, exportAs: "comment", onErase: forgetAddress, onDelete: removeComments }],
})
