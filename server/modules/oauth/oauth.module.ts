import { defineModule } from "../../module"
import { oauthRoutes } from "./oauth.routes"

export const oauthModule = defineModule({
  ...oauthRoutes,
})
