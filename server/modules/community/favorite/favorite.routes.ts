import { favorite } from "@/lib/contract/community/favorite"
import { serve } from "@/server/routes"
import { addFavorite, deleteFavorites, moveFavorites, readFavorite, readFavorites } from "./favorite.usecases"
import { addFolder, deleteFolder, readFolders, renameFolder } from "./folder.usecases"

export const favoriteRoutes = serve(favorite, {
  "POST /favorite": addFavorite,
  "DELETE /favorite": deleteFavorites,
  "GET /favorite": readFavorite,
  "GET /favorite/list": readFavorites,
  "PUT /favorite": moveFavorites,
  "GET /favorite/folder": readFolders,
  "POST /favorite/folder": addFolder,
  "PUT /favorite/folder": renameFolder,
  "DELETE /favorite/folder": deleteFolder,
})
