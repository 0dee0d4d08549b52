import { copyFile, readFile } from "node:fs/promises"
import { join } from "node:path"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Ctx, LoggedIn } from "@/server/context"
import { publishArticle } from "../../articles/article/article.usecases"
import { keepDocumentFile } from "../../library/attachment/attachment.usecases"
import { measureFile, temporaryPath } from "../../library/attachment/incoming-file.usecases"
import { addBanner } from "../banner/banner.usecases"
import { requireCategory } from "../../library/category/category.usecases"
import { createDocuments } from "../../library/document/document.usecases"
import { attachmentTable } from "../../library/files/attachment.table"
import { isMarked, mark } from "../settings/settings.usecases"

type SampleCategory = { title: string; description?: string; type?: number; children?: { title: string }[] }
type SampleDocument = {
  file: string
  title: string
  description: string
  keywords: string
  category: [string, string?]
  language: string
  price: number
}
type SampleArticle = { identifier: string; title: string; description: string; keywords: string; content: string; category?: string }
/** `path`: a picture among our static files. */
type SampleBanner = { title: string; path: string; url: string }

const read = async <T>(folder: string, name: string): Promise<T> => JSON.parse(await readFile(join(folder, name), "utf8")) as T

/** Creates the pages that the footer links to (about, agreement, …). Every site has them; staff edit them later. */
export const loadPages = async (ctx: Ctx, folder: string): Promise<void> => {
  if (await isMarked(ctx, "pages")) return
  const pages = await read<SampleArticle[]>(folder, "pages.json")
  await ctx.tx(async (ctx) => {
    for (const page of pages) await publishArticle(ctx, page, 1, [])
    await mark(ctx, "pages")
  })
}

/**
 * Loads the sample documents, articles and banners once per site. Each document has its own transaction and is recognised by its content,
 * so an interrupted start resumes without duplicates.
 */
export const loadSamples = async (ctx: LoggedIn, folder: string): Promise<number> => {
  if (await isMarked(ctx, "samples")) return 0
  const categories = await createCategories(ctx, await read<SampleCategory[]>(folder, "categories.json"))
  const documents = await read<SampleDocument[]>(folder, "documents.json")
  for (const document of documents) await createSample(ctx, folder, document, categories)
  for (const article of await read<SampleArticle[]>(folder, "articles.json")) {
    await ctx.tx(async (ctx) => {
      const category = article.category ? categories.get(`1/${article.category}`) : undefined
      const { identifier, title, description, keywords, content } = article
      await publishArticle(ctx, { identifier, title, description, keywords, content }, 1, category ? [category] : [])
    })
  }
  await ctx.tx(async (ctx) => {
    for (const [index, banner] of (await read<SampleBanner[]>(folder, "banners.json")).entries())
      await addBanner(ctx, { ...banner, sort: 100 - index })
    await mark(ctx, "samples")
  })
  return documents.length
}

/** The hashes of the sample documents, by folder; reading the files takes a while. */
const documentHashes = new Map<string, Promise<string[]>>()

const hashDocuments = async (folder: string): Promise<string[]> => {
  const hashes: string[] = []
  for (const { file } of await read<SampleDocument[]>(folder, "documents.json"))
    hashes.push((await measureFile(join(folder, "files", file), 1024)).sha256)
  return hashes
}

/** Returns the hashes of the sample documents. */
export const sampleDocuments = (folder: string): Promise<string[]> => {
  const hashes = documentHashes.get(folder) ?? hashDocuments(folder)
  documentHashes.set(folder, hashes)
  hashes.catch(() => documentHashes.delete(folder))
  return hashes
}

/** Returns the identifiers of the sample articles, without the pages of the footer. */
export const sampleArticles = async (folder: string): Promise<string[]> =>
  (await read<SampleArticle[]>(folder, "articles.json")).map(({ identifier }) => identifier)

export const sampleBanners = (folder: string): Promise<SampleBanner[]> => read<SampleBanner[]>(folder, "banners.json")

/** Returns the sample categories as paths of titles, children before their parents. */
export const sampleCategories = async (folder: string): Promise<{ type: number; titles: string[] }[]> =>
  (await read<SampleCategory[]>(folder, "categories.json")).flatMap(({ title, type = 0, children = [] }) => [
    ...children.map((child) => ({ type, titles: [title, child.title] })),
    { type, titles: [title] },
  ])

/** Returns what identifies samples: the hashes of the documents, and the identifiers of the articles and of the footer's pages. */
export const sampleNames = async (folder: string): Promise<{ hashes: Set<string>; identifiers: Set<string> }> => {
  const articles = [...(await read<SampleArticle[]>(folder, "articles.json")), ...(await read<SampleArticle[]>(folder, "pages.json"))]
  return { hashes: new Set(await sampleDocuments(folder)), identifiers: new Set(articles.map(({ identifier }) => identifier)) }
}

const createCategories = async (ctx: Ctx, tree: SampleCategory[]): Promise<Map<string, number>> => {
  const ids = new Map<string, number>()
  await ctx.tx(async (ctx) => {
    for (const [index, { title, description = "", type = 0, children = [] }] of tree.entries()) {
      const parent = await requireCategory(ctx, { title, description, type, show_description: description !== "", sort: 100 - index })
      ids.set(`${type}/${title}`, parent)
      for (const child of children)
        ids.set(`${type}/${title}/${child.title}`, await requireCategory(ctx, { title: child.title, type, parent_id: parent }))
    }
    await ctx.changed("category")
  })
  return ids
}

const createSample = async (ctx: LoggedIn, folder: string, sample: SampleDocument, categories: Map<string, number>) => {
  const path = await temporaryPath(ctx.app)
  await copyFile(join(folder, "files", sample.file), path)
  const received = await measureFile(path, 1024)
  const condition = and(
    eq(attachmentTable.sha256, received.sha256),
    eq(attachmentTable.user_id, ctx.user.id),
    isNull(attachmentTable.deleted_at),
  )
  const [existing] = await ctx.db
    .select()
    .from(attachmentTable)
    .where(condition)
    .orderBy(sql`${attachmentTable.type_id} desc`)
    .limit(1)
  if (existing?.type_id) return
  const attachment = existing ?? (await keepDocumentFile(ctx, sample.file, received))
  const category = categories.get(`0/${sample.category.filter(Boolean).join("/")}`)
  const { title, description, keywords, language, price } = sample
  await createDocuments(ctx, {
    category_id: category ? [category] : [],
    document: [{ attachment_id: attachment.id, title, description, keywords, language, price }],
  })
}
