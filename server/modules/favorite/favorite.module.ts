import { defineModule } from "../../module"
import { favoriteRoutes } from "./favorite.routes"

export const favoriteModule = defineModule({
  ...favoriteRoutes,
})
