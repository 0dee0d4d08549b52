import { entities } from "@/lib/contract/entities"
import { language } from "@/lib/contract/library/language"
import { crudRoutes } from "@/server/crud"
import { languageTable as t } from "./language.table"
import { changeLanguageStatus, countByLanguage } from "./language.usecases"

export const languageRoutes = crudRoutes(
  language,
  entities.language,
  {
    table: t,
    searched: [t.language, t.code],
    sorted: { id: t.id, sort: t.sort, code: t.code },
    subject: "settings",
    duplicate: { message: "语言代码已存在", field: "code" },
    // documents refer to their language by its code (docs/reference/api.md 2.11), so the code cannot change
    beforeSave: async (_ctx, row, id) => {
      if (id) delete row.code
    },
    // only staff see the count (`staffOnly`), so it is not computed for others
    decorate: async (ctx, rows) => {
      if (!ctx.may("GET /language/list")) return rows
      const codes = rows.map(({ code }) => code)
      const totals = await countByLanguage(ctx, codes)
      return rows.map((row) => ({ ...row, total: totals.get(row.code) ?? 0 }))
    },
  },
  { "PUT /language/status": changeLanguageStatus },
)
