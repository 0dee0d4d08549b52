import { entities } from "@/lib/contract/entities"
import { friendlink } from "@/lib/contract/site/friendlink"
import { crudRoutes } from "@/server/crud"
import { defineModule } from "@/server/module"
import { requireLink } from "@/server/security/link"
import { friendlinkTable as t } from "./friendlink.table"

export const friendlinkModule = defineModule(
  crudRoutes(friendlink, entities.friendlink, {
    table: t,
    searched: [t.title, t.link, t.description],
    subject: "home",
    beforeSave: async (_ctx, { link }) => requireLink(link, "link"),
  }),
)
