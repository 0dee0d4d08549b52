import { defineModule } from "../../module"
import { instantUploadRoutes } from "./instant-upload.routes"

export const instantUploadModule = defineModule({
  ...instantUploadRoutes,
})
