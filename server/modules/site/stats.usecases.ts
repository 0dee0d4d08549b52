import { and, inArray, isNull } from "drizzle-orm"
import type { Ctx } from "../../context"
import { countReadableArticles } from "../article/article.usecases"
import { readableStatuses } from "@/lib/domain/document-status"
import { documentTable } from "../document/document.table"
import { userTable } from "../user/user.table"
import { settingsOf } from "../settings/settings.usecases"

/** The numbers on the home page (docs/reference/api.md 2.3); what the display settings hide is 0. */
export const readStats = async (ctx: Ctx) => {
  const display = await settingsOf(ctx.app, "display")
  const [users, documents, articles] = await Promise.all([
    display.show_register_user_count ? ctx.db.$count(userTable) : 0,
    display.show_document_count
      ? ctx.db.$count(documentTable, and(isNull(documentTable.deleted_at), inArray(documentTable.status, readableStatuses)))
      : 0,
    countReadableArticles(ctx),
  ])
  return {
    user_count: users ? users + display.virtual_register_count : 0,
    document_count: documents,
    article_count: articles,
    version: ctx.app.version,
  }
}
