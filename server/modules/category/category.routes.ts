import { category } from "../../../lib/contract/category"
import { serve } from "../../routes"
import { listCategories } from "./category.repository"

export const categoryRoutes = serve(category, {
  /** Without the permission only enabled ones; without `type` only documents' (docs/reference/api.md 2.4). */
  "GET /category/list": async (ctx, input) => ({
    category: await listCategories(ctx.db, {
      ...input,
      type: input.type ?? [0],
      enable: ctx.may("GET /category/list") ? input.enable : [true],
    }),
  }),
})
