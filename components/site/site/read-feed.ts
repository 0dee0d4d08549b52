import "server-only"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { serverApi } from "@/lib/api/server"
import { UserStatus } from "@/lib/contract/people/user.enums"
import type { Article, Document } from "@/lib/contract/types"
import { originOf, paths } from "@/lib/rules/path"
import { categoryPath } from "@/lib/view/library/category-tree"
import { feedFormats, feedPath, newestFirst, type Feed, type FeedItem, type FeedScope } from "@/lib/view/site/feed"
import { siteName } from "@/lib/rules/site/site-name"

const size = 30

const documentItem = ({ title, description, uuid, username, created_at, updated_at }: Document): FeedItem => ({
  title,
  summary: description,
  path: paths.document(uuid),
  author: username,
  at: created_at ?? "",
  changed: updated_at ?? "",
})

const articleItem = ({ title, description, identifier, id, user, created_at, updated_at }: Article): FeedItem => ({
  title,
  summary: description,
  path: paths.article(identifier || id),
  author: user?.username ?? "",
  at: created_at ?? "",
  changed: updated_at ?? "",
})

/** The content of a feed: the address of its page, and the lists it contains. */
type About = { title: string; description: string; home: string; documents?: object; articles?: object }

const aboutScope = async (source: FeedScope): Promise<About | number> => {
  const { settings, documents, articles } = await readPageChrome()
  const name = siteName(settings.system)
  if (source.kind === "site")
    return { title: name, description: settings.system.description, home: paths.home, documents: {}, articles: {} }
  if (source.kind === "user") {
    const user = await serverApi("GET /user", { id: source.id })
    if (!user.ok) return user.status
    const { username, signature, status } = user.data
    if (status === UserStatus.disabled) return 404
    const filter = { user_id: [source.id] }
    return { title: `${username} - ${name}`, description: signature, home: paths.user(source.id), documents: filter, articles: filter }
  }
  const filter = { category_id: [source.id] }
  const inDocuments = categoryPath(documents, source.id).at(-1)
  const category = inDocuments ?? categoryPath(articles, source.id).at(-1)
  if (!category) return 404
  return {
    title: `${category.title} - ${name}`,
    description: category.description,
    home: inDocuments ? paths.category(source.id) : paths.articles(source.id),
    ...(inDocuments ? { documents: filter } : { articles: filter }),
  }
}

/** Loads the newest documents and articles of a feed with the site's address; returns a status if there are none. */
export const readFeed = async (source: FeedScope): Promise<{ feed: Feed; origin: string } | number> => {
  const [frame, about] = await Promise.all([readPageChrome(), aboutScope(source)])
  if (!frame.alive) return 503
  const origin = originOf(frame.settings.system.domain)
  if (typeof about === "number") return about
  // a feed reader needs absolute URLs
  if (!origin) return 404
  const newest = { page: 1, size, order: "id desc" }
  const [documents, articles] = await Promise.all([
    about.documents ? serverApi("GET /document/list", { ...about.documents, ...newest }) : null,
    about.articles ? serverApi("GET /article/list", { ...about.articles, ...newest }) : null,
  ])
  for (const reply of [documents, articles]) if (reply && !reply.ok) return reply.status
  const items = [
    ...(documents?.ok ? documents.data.document.map(documentItem) : []),
    ...(articles?.ok ? articles.data.article.map(articleItem) : []),
  ].filter(({ at }) => at !== "")
  const [rss, atom] = feedFormats.map((format) => feedPath(source, format)) as [string, string]
  const { title, description, home } = about
  return { feed: { title, description, home, self: { rss, atom }, items: newestFirst(items) }, origin }
}
