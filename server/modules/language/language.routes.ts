import { asc, desc, eq } from "drizzle-orm"
import { language } from "../../../lib/contract/language"
import { serve } from "../../routes"
import { crudRoutes } from "../../crud"
import { languageTable as t } from "./language.table"
import { changeLanguageStatus, countByLanguage } from "./language.usecases"

const plain = crudRoutes(language, {
  path: "/language",
  list: "language",
  table: t,
  searched: [t.language, t.code],
  filtered: { enable: t.enable },
  sorted: { id: t.id, sort: t.sort, code: t.code },
  order: [desc(t.enable), desc(t.sort), asc(t.id)],
  visible: eq(t.enable, true),
  subject: "settings",
  duplicate: "语言代码已存在",
  // documents name their language by its code (docs/reference/api.md 2.11)
  beforeSave: async (_ctx, row, id) => {
    if (id) delete row.code
  },
})
type Handlers = Parameters<typeof serve<typeof language>>[1]
const crud = plain.handlers as unknown as Handlers

export const languageRoutes = serve(language, {
  ...crud,
  "GET /language/list": async (ctx, input) => {
    const [found, totals] = await Promise.all([
      crud["GET /language/list"](ctx, input),
      ctx.may("GET /language/list") ? countByLanguage(ctx) : new Map<string, number>(),
    ])
    return { ...found, language: (found.language ?? []).map((row) => ({ ...row, total: totals.get(row.code ?? "") ?? 0 })) }
  },
  "PUT /language/status": changeLanguageStatus,
})
