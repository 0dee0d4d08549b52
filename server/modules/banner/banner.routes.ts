import { desc, eq } from "drizzle-orm"
import { banner } from "../../../lib/contract/banner"
import { entities } from "../../../lib/contract/entities"
import { crudRoutes } from "../../crud"
import { requireAddresses } from "./banner.rules"
import { bannerTable as t } from "./banner.table"

export const bannerRoutes = crudRoutes(banner, entities.banner, {
  table: t,
  searched: [t.title, t.description],
  filtered: { type: t.type, enable: t.enable },
  sorted: { id: t.id, sort: t.sort },
  order: [desc(t.enable), desc(t.sort)],
  visible: eq(t.enable, true),
  subject: "*",
  beforeSave: async (_ctx, row) => requireAddresses(row),
})
