import { desc, eq } from "drizzle-orm"
import { navigation } from "../../../lib/contract/navigation"
import { serve } from "../../routes"
import { navigationTable } from "./navigation.table"

export const navigationRoutes = serve(navigation, {
  /** Staff see disabled ones too (docs/reference/api.md 2.10). */
  "GET /navigation/list": async (ctx) => {
    const rows = await ctx.db
      .select()
      .from(navigationTable)
      .where(ctx.may("GET /navigation/list") ? undefined : eq(navigationTable.enable, true))
      .orderBy(desc(navigationTable.sort), navigationTable.id)
    return { total: rows.length, navigation: rows }
  },
})
