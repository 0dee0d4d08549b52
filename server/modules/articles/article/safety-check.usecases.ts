import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Ctx } from "@/server/context"
import { inspect, safetySetting, storeInspection, type SafetyPart } from "../../community/content-safety/safety-check.usecases"
import { plainTextOf } from "../../community/sensitive-word/html-text.rules"
import { pictureOf } from "../../library/files/storage-keys.rules"
import { findArticle, lockArticles, type ArticleRow } from "./article.repository"
import { uploadsOf } from "./pictures.rules"
import { judge } from "./review.usecases"

const fieldsOf = ({ title, keywords, description }: ArticleRow): string => [title, keywords, description].filter(Boolean).join("\n")

/**
 * Sends an article to the content-safety service with the pictures that are stored here. A problem sends it to review, where a person
 * decides.
 */
export const checkArticleSafety = async (ctx: Ctx, id: number, signal?: AbortSignal): Promise<void> => {
  const [row, setting] = await Promise.all([findArticle(ctx.db, { id }), safetySetting(ctx.app)])
  if (!row || !setting) return
  const version = [fieldsOf(row), row.content]
  const parts = async (): Promise<SafetyPart[]> => [
    { place: "fields", page: 0, text: fieldsOf(row) },
    { place: "text", page: 0, text: plainTextOf(row.content).text },
    ...uploadsOf(row.content)
      .slice(0, setting.pages)
      .flatMap((path) => pictureOf(path)?.key ?? [])
      .map((picture) => ({ place: "picture" as const, page: 0, picture })),
  ]
  const inspection = await inspect(ctx, { kind: HitKind.article, object_id: id }, version, parts, signal)
  if (!inspection) return
  await ctx.tx(async (ctx) => {
    const [locked] = await lockArticles(ctx.db, [id])
    // another text, whose own check follows
    if (!locked || fieldsOf(locked) !== version[0] || locked.content !== version[1]) return
    await storeInspection(ctx, inspection)
    if (inspection.reason && locked.status === ReviewStatus.approved) await judge(ctx, locked, ReviewStatus.pending, inspection.reason)
  })
}
