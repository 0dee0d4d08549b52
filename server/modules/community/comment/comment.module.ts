import { defineModule } from "@/server/module"
import { commentSafetyJob } from "./comment.jobs"
import { commentRoutes } from "./comment.routes"
import { commentTable } from "./comment.table"
import { forgetAddress, removeComments } from "./erasure.usecases"

export const commentModule = defineModule({
  ...commentRoutes,
  jobs: [commentSafetyJob],
  personal: [{ table: commentTable, exportAs: "comment", onErase: forgetAddress, onDelete: removeComments }],
})
