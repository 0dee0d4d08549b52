import { defineModule } from "../../module"
import { commentRoutes } from "./comment.routes"

export const commentModule = defineModule({
  ...commentRoutes,
})
