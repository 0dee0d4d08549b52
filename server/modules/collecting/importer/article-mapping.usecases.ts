import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { withStatuses } from "./statuses.usecases"
import type { Ctx } from "@/server/context"
import { sanitized } from "@/server/security/sanitized"
import { articleTable } from "../../articles/article/article.table"
import type { Mapping, MappedRow, ImportContext } from "./mapping.usecases"
import { severalAtOnce } from "./original-files.usecases"
import { withMovedLinks } from "./references.usecases"

/** Sanitizes content that is displayed unescaped, as if it had been written on this site. */
const clean = async (ctx: Ctx, one: MappedRow, { note }: ImportContext): Promise<MappedRow[]> => {
  const identifier = String(one.row.identifier ?? "") || `article-${one.id}`
  try {
    const { html } = await sanitized(ctx, "article", String(one.row.content ?? ""), "content")
    return [{ ...one, values: { ...one.values, identifier, content: html } }]
  } catch (error) {
    note("article", one.id, `没有带过来：${(error as Error).message}`)
    return []
  }
}

export const article: Mapping = {
  source: "article",
  title: "文章",
  target: articleTable,
  references: { user_id: "user" },
  unique: ["identifier"],
  change: async (ctx, taken, world) => {
    const rows = withStatuses(world, "article", taken, { statuses: ReviewStatus, fallback: ReviewStatus.pending })
    const cleaned = (await severalAtOnce(rows, (one) => clean(ctx, one, world), 4)).flat()
    return withMovedLinks(ctx, world, cleaned, "content")
  },
}
