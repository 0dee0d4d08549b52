import { desc } from "drizzle-orm"
import { category } from "@/lib/contract/library/category"
import { entities } from "@/lib/contract/entities"
import { crudRoutes } from "@/server/crud"
import { listCategories } from "./category.repository"
import { categoryTable as t } from "./category.table"
import { beforeDeleteCategories, beforeSaveCategory, createCategories, duplicateCategory, moveCategory } from "./edit.usecases"

export const categoryRoutes = crudRoutes(
  category,
  entities.category,
  {
    table: t,
    searched: [t.title],
    order: [desc(t.sort)],
    subject: "category",
    duplicate: duplicateCategory,
    beforeSave: beforeSaveCategory,
    beforeDelete: beforeDeleteCategories,
  },
  {
    "POST /category": createCategories,
    /**
     * Without the permission, only enabled categories and no keyword search; without `type`, only document categories
     * (docs/reference/api.md 2.4).
     */
    "GET /category/list": async (ctx, input) => ({
      category: await listCategories(ctx.db, {
        ...input,
        type: input.type ?? [0],
        ...(!ctx.may("GET /category/list") && { enable: [true], wd: "" }),
      }),
    }),
    "PUT /category/move": moveCategory,
  },
)
