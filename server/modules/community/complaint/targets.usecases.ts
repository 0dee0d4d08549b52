import { and, inArray, or, sql } from "drizzle-orm"
import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { isHidden } from "@/lib/rules/library/document-status"
import { originOf } from "@/lib/rules/path"
import type { Ctx, LoggedIn } from "@/server/context"
import { forbidden, invalid } from "@/server/errors"
import { articleTable } from "../../articles/article/article.table"
import { checkArticles } from "../../articles/article/review.usecases"
import { hrefOf, lockAll, readableContents, type Content } from "../../library/content/content.usecases"
import { documentTable } from "../../library/document/document.table"
import { checkDocuments } from "../../library/document/review.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"

/* Objects of complaints: documents and articles. */

type TargetRef = { type: number; document_id: number }

const anyOrigin = "https://own.invalid"
const pagePath = /^\/(document|article)\/([\w-]{1,64})\/?$/

/** Parses an address into the page that it names, or an error. A site without a domain accepts every host. */
const parseAddress = (text: string, origin: string): { type: number; key: string } | string => {
  const given = /^(https?:)?\/\//i.test(text) || text.startsWith("/") ? text : `https://${text}`
  if (!URL.canParse(given, origin || anyOrigin)) return "不是网址"
  const url = new URL(given, origin || anyOrigin)
  if (origin && url.host !== new URL(origin).host) return "不是本站的网址"
  const [, kind, key] = pagePath.exec(url.pathname) ?? []
  if (!kind || !key) return "不是文档或文章的网址"
  return { type: kind === "article" ? ContentKind.article : ContentKind.document, key }
}

const isNumber = (key: string) => /^\d{1,12}$/.test(key)

/** Maps keys of one kind to ids: a uuid or an id of documents, an identifier or an id of articles. */
const idsOfKeys = async ({ db }: Ctx, type: number, keys: string[]): Promise<Map<string, number>> => {
  if (!keys.length) return new Map()
  const [table, key] = type === ContentKind.article ? [articleTable, articleTable.identifier] : [documentTable, documentTable.uuid]
  const numbers = keys.filter(isNumber).map(Number)
  const rows = await db
    .select({ id: table.id, key })
    .from(table)
    .where(and(sql`${table.deleted_at} is null`, or(inArray(key, keys), numbers.length ? inArray(table.id, numbers) : undefined)))
  return new Map([...rows.map(({ id }) => [String(id), id] as const), ...rows.map((row) => [row.key, row.id] as const)])
}

/**
 * Finds the contents that these addresses name, each once, as far as the caller may see them.
 * @throws 400 with the reason for each address that names none
 */
export const resolveAddresses = async (ctx: Ctx, addresses: string[]): Promise<Content[]> => {
  const origin = originOf((await settingsOf(ctx.app, "system")).domain)
  const rows = addresses.map((text) => text.trim()).filter(Boolean)
  if (!rows.length) throw invalid("请填写要投诉的网址", "address")
  const parsed = rows.map((text) => ({ text, page: parseAddress(text, origin) }))
  const keysOf = (type: number) => parsed.flatMap(({ page }) => (typeof page !== "string" && page.type === type ? page.key : []))
  const [documents, articles] = await Promise.all([
    idsOfKeys(ctx, ContentKind.document, keysOf(ContentKind.document)),
    idsOfKeys(ctx, ContentKind.article, keysOf(ContentKind.article)),
  ])
  const refOf = ({ type, key }: { type: number; key: string }) => ({
    type,
    document_id: (type === ContentKind.article ? articles : documents).get(key) ?? 0,
  })
  const contentOf = await readableContents(
    ctx,
    parsed.flatMap(({ page }) => (typeof page === "string" ? [] : refOf(page))),
  )
  const wrong: string[] = []
  const contents = new Map<string, Content>()
  for (const { text, page } of parsed) {
    if (typeof page === "string") {
      wrong.push(`${shortened(text)}（${page}）`)
      continue
    }
    const content = contentOf(refOf(page))
    if (content) contents.set(hrefOf(content), content)
    else wrong.push(`${shortened(text)}（没有这份${ContentKind.labelOf(page.type)}，或已经看不到了）`)
  }
  if (wrong.length) throw invalid(`这些网址不对，请核对：${wrong.join("；")}`, "address")
  return [...contents.values()]
}
const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

const reviewCalls = { [ContentKind.document]: "PUT /document/check", [ContentKind.article]: "PUT /article/check" } as const

/** @throws 403 without the permission to review contents of this kind */
const requireReviewRight = (ctx: LoggedIn, type: number): void => {
  if (!ctx.may(reviewCalls[type as keyof typeof reviewCalls])) throw forbidden(`你没有权限下架和恢复${ContentKind.labelOf(type)}`)
}

/**
 * Takes content down with the use case of its kind, which notifies its author and refreshes the pages; the author objects by a
 * counter-notice, not an appeal. Returns false if it was hidden already.
 */
export const hideContent = async (ctx: LoggedIn, { type, document_id: id }: TargetRef, reason: string): Promise<boolean> => {
  requireReviewRight(ctx, type)
  const [row] = await lockAll(ctx, [{ type, document_id: id }])
  if (!row || row.deleted_at) return false
  if (type === ContentKind.article) {
    if (row.status === ReviewStatus.rejected) return false
    await checkArticles(ctx, { article_id: [id], status: ReviewStatus.rejected, reject_reason: reason, isFinal: true })
    return true
  }
  if (isHidden(row.status) && row.status !== DocumentStatus.reviewing) return false
  await checkDocuments(ctx, { id: [id], status: DocumentStatus.disabled, reason, isFinal: true })
  return true
}

/** Makes content public again that a complaint has taken down, unless its author or staff have changed it since. */
export const restoreContent = async (ctx: LoggedIn, { type, document_id: id }: TargetRef): Promise<void> => {
  requireReviewRight(ctx, type)
  const [row] = await lockAll(ctx, [{ type, document_id: id }])
  if (!row || row.deleted_at) return
  if (type === ContentKind.article) {
    if (row.status === ReviewStatus.rejected) await checkArticles(ctx, { article_id: [id], status: ReviewStatus.approved })
  } else if (row.status === DocumentStatus.disabled) await checkDocuments(ctx, { id: [id], status: DocumentStatus.converted })
}

/** Returns the page of each content if the caller may see it; "" for the others. */
export const hrefsOf = async (ctx: Ctx, refs: TargetRef[]): Promise<(ref: TargetRef) => string> => {
  const contentOf = await readableContents(ctx, refs)
  return (ref) => {
    const content = contentOf(ref)
    return content ? hrefOf(content) : ""
  }
}
