import { desc } from "drizzle-orm"
import { entities } from "@/lib/contract/entities"
import { navigation } from "@/lib/contract/site/navigation"
import { crudRoutes } from "@/server/crud"
import { moveInTree } from "@/server/db/tree"
import { navigationTable as t } from "./navigation.table"
import { beforeDeleteNavigation, beforeSaveNavigation } from "./navigation.usecases"

export const navigationRoutes = crudRoutes(
  navigation,
  entities.navigation,
  {
    table: t,
    searched: [t.title, t.description, t.href],
    order: [desc(t.sort)],
    unpaged: true,
    subject: "navigation",
    beforeSave: beforeSaveNavigation,
    beforeDelete: beforeDeleteNavigation,
  },
  { "PUT /navigation/move": moveInTree(t, "navigation") },
)
