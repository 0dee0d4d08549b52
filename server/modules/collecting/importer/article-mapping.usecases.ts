import { ErrorCode } from "@/lib/contract/error-code"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { withStatuses } from "./statuses.usecases"
import type { Ctx } from "@/server/context"
import { AppError } from "@/server/errors"
import { sanitized } from "@/server/security/sanitized"
import { articleTable } from "../../articles/article/article.table"
import type { Mapping, MappedRow, ImportContext } from "./mapping.usecases"
import { severalAtOnce } from "./original-files.usecases"
import { withSafeAddresses } from "./addresses.usecases"
import { withMovedLinks } from "./references.usecases"

/** Characters of an article that could not be sanitized. */
const longestPlaceholder = 100_000
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }
/** Shows the source text of an article as text, so that its author can repair it. */
const placeholderOf = (content: string): string =>
  `<p>${content.slice(0, longestPlaceholder).replace(/[&<>]/g, (sign) => entities[sign]!)}</p>`

/** Returns the identifier, which is part of the address; one that no page has is replaced and reported. */
const identifierOf = ({ id, row }: MappedRow, { note }: ImportContext): string => {
  const [text, made] = [String(row.identifier ?? ""), `article-${id}`]
  if (/^[\w-]{1,64}$/.test(text)) return text
  if (text) note("article", id, `标识“${text}”不能做这里的网址，改成了“${made}”：/article/${text} 现在是 /article/${made}`)
  return made
}

/**
 * Sanitizes content that is displayed unescaped, as if it had been written on this site. Content that is too complex for that arrives as
 * text and waits for a review.
 */
const clean = async (ctx: Ctx, one: MappedRow, world: ImportContext): Promise<MappedRow[]> => {
  const { note } = world
  const identifier = identifierOf(one, world)
  try {
    const { html } = await sanitized(ctx, "article", String(one.row.content ?? ""), "content")
    return [{ ...one, values: { ...one.values, identifier, content: html } }]
  } catch (error) {
    // a full queue is no fault of the article; the next run offers it again
    if (!(error instanceof AppError) || error.code !== ErrorCode.invalidArgument) {
      note("article", one.id, `没有带过来：${(error as Error).message}`)
      return []
    }
    note("article", one.id, "正文过于复杂，不能安全地显示：按原文的文字带过来了，状态为待审核，请改好再通过")
    const content = placeholderOf(String(one.values.content ?? ""))
    return [{ ...one, values: { ...one.values, identifier, content, status: ReviewStatus.pending } }]
  }
}

export const article: Mapping = {
  source: "article",
  title: "文章",
  target: articleTable,
  references: { user_id: "user" },
  unique: ["identifier"],
  nameColumn: "title",
  change: async (ctx, taken, world) => {
    const safe = withSafeAddresses(world, "article", taken, "source_url")
    const rows = withStatuses(world, "article", safe, { statuses: ReviewStatus, fallback: ReviewStatus.pending })
    const cleaned = (await severalAtOnce(rows, (one) => clean(ctx, one, world), 4)).flat()
    return withMovedLinks(ctx, world, cleaned, "content")
  },
}
