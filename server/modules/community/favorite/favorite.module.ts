import { defineModule } from "@/server/module"
import { favoriteRoutes } from "./favorite.routes"
import { favoriteFolderTable, favoriteTable } from "./favorite.table"
import { removeFavorites } from "./favorite.usecases"

export const favoriteModule = defineModule({
  ...favoriteRoutes,
  personal: [
    { table: favoriteTable, exportAs: "favorite", onErase: (ctx, { id }) => removeFavorites(ctx, id) },
    { table: favoriteFolderTable, exportAs: "favorite_folder", onErase: "delete" },
  ],
})
