import { desc, eq } from "drizzle-orm"
import { entities } from "../../../lib/contract/entities"
import { navigation } from "../../../lib/contract/navigation"
import { crudRoutes } from "../../crud"
import { moveInTree } from "../../tree"
import { navigationTable as t } from "./navigation.table"
import { beforeDeleteNavigation, beforeSaveNavigation } from "./navigation.usecases"

export const navigationRoutes = crudRoutes(
  navigation,
  entities.navigation,
  {
    table: t,
    searched: [t.title, t.description, t.href],
    sorted: { id: t.id, sort: t.sort },
    order: [desc(t.sort)],
    visible: eq(t.enable, true),
    unpaged: true,
    subject: "navigation",
    beforeSave: beforeSaveNavigation,
    beforeDelete: beforeDeleteNavigation,
  },
  { "PUT /navigation/move": moveInTree(t, "navigation") },
)
