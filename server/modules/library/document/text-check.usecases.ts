import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import type { Ctx } from "@/server/context"
import { effectOf } from "../../community/sensitive-word/check.rules"
import { hitsOf } from "../../community/sensitive-word/check.usecases"
import { listHitWords, replaceHits, type NewHit } from "../../community/sensitive-word/hits.usecases"
import { matchWords } from "../../community/sensitive-word/word-list.usecases"
import { findDocument, lockDocuments } from "./document.repository"
import { judge } from "./review.usecases"
import { listPageTexts } from "./text-check.repository"

export { listPageTexts } from "./text-check.repository"

/** Pages that are matched at once. */
const batch = 100
const field = "text"

/**
 * Checks the text of a converted document for sensitive words. Hits are stored with their pages. A word that is more than recorded sends the
 * document to review, unless it was there at the last decision: an approved document stays approved when it is converted again.
 */
export const checkPageTexts = async (ctx: Ctx, id: number): Promise<void> => {
  const row = await findDocument(ctx.db, { id })
  if (!row) return
  const hits: NewHit[] = []
  for (let first = 1; first <= row.converted_pages; first += batch) {
    const pages = await listPageTexts(ctx.db, row, first, first + batch - 1)
    const matches = await matchWords(
      ctx,
      pages.map(({ text }) => text),
    )
    for (const [at, { page, text }] of pages.entries())
      hits.push(...hitsOf({ kind: HitKind.documentText, field, page, user_id: row.user_id }, text, matches[at]!))
  }
  await ctx.tx(async (ctx) => {
    const [locked] = await lockDocuments(ctx.db, [id])
    // another file, whose own check follows
    if (!locked || locked.sha256 !== row.sha256 || locked.version !== row.version) return
    const before = await listHitWords(ctx, HitKind.documentText, id)
    await replaceHits(ctx, { kind: HitKind.documentText, object_id: id, fields: [field] }, hits)
    const strict = hits.find(({ action, word }) => effectOf(HitKind.documentText, field, action) !== "log" && !before.has(word!))
    if (strict) await judge(ctx, locked, "review", `正文第 ${strict.page} 页有需要人工审核的词`)
  })
}
