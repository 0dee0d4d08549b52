import type { Metadata } from "next"
import { notFound, permanentRedirect, redirect } from "next/navigation"
import { ArticleListView } from "@/components/articles/article/article-list-view"
import { ArticleView } from "@/components/articles/article/article-view"
import { FooterFine, FooterLinks } from "@/components/site/site/footer-parts"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { JsonLd } from "@/components/ui/json-ld"
import { serverApi } from "@/lib/api/server"
import { articlePageOf } from "@/lib/view/articles/article-page"
import { articleRowOf } from "@/lib/view/articles/article-row"
import { categoryPath, movedCategoryId, type CategoryNode } from "@/lib/view/library/category-tree"
import { headlineOf } from "@/lib/view/site/home"
import { missingMetadata, pageError } from "@/lib/api/page-error"
import { paths } from "@/lib/rules/path"
import { yearOf } from "@/lib/rules/time"
import { categoryCrumbs } from "@/lib/view/library/list/crumbs"
import { choiceParam, hrefOf, pageParam, textParam, type SearchParams } from "@/lib/view/library/list/query"
import { pageMetadata } from "@/lib/view/page-metadata"
import { articleData, articleWay, breadcrumbData, collectionData, firstPicture } from "@/lib/view/structured-data"

type Props = { params: Promise<{ id?: string[] }>; searchParams: Promise<SearchParams> }

const size = 10
const tabs = ["latest", "popular"] as const
const popular = "view_count desc"
/** Number of titles in the column beside a list. */
const sideSize = 8

/** Reads an article by its identifier. Falls back to its id if no article has this identifier and the text is a number. */
const readArticle = async (identifier: string) => {
  const reply = await serverApi("GET /article", { identifier })
  if (reply.ok || reply.status !== 404 || !/^[1-9]\d{0,14}$/.test(identifier)) return reply
  return serverApi("GET /article", { id: Number(identifier) })
}

const readArticleRoute = async (props: Props) => {
  const [{ id = [] }, given, shell] = await Promise.all([props.params, props.searchParams, readPageChrome()])
  const categoryId = textParam(given, "category_id")
  const listedId = /^\d{1,12}$/.test(categoryId) ? Number(categoryId) : 0
  const way = categoryPath(shell.articles, listedId)
  const movedId = way.length ? null : movedCategoryId(shell.articles, shell.movedCategory, listedId)
  if (movedId !== null) permanentRedirect(paths.articles(movedId))
  const title = shell.navigation.find((item) => item.href === "/article")?.title ?? "文章资讯"
  const notices = /^(1|true)$/.test(textParam(given, "is_notice"))
  return {
    id,
    page: pageParam(given),
    tab: choiceParam(given, "tab", tabs),
    notices,
    way,
    unknown: categoryId !== "" && way.length === 0,
    shell,
    title,
  }
}

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const request = await readArticleRoute(props)
  const { system } = request.shell.settings
  const [identifier] = request.id
  if (!identifier) return listMetadata(request)
  const reply = await readArticle(identifier)
  if (!reply.ok) return missingMetadata(reply, "文章不存在")
  const article = reply.data
  const picture = firstPicture(article.content)
  return pageMetadata(system, {
    title: article.title,
    description: article.description,
    keywords: article.keywords,
    path: paths.article(article.identifier || article.id),
    type: "article",
    picture: picture ? { url: picture, alt: article.title } : undefined,
    publishedTime: article.created_at,
    modifiedTime: article.updated_at,
  })
}

/** The same list in another order must not be indexed separately. */
const listMetadata = async (request: ArticleRoute): Promise<Metadata> => {
  const { page, tab, notices, way, shell, title } = request
  const last = way.at(-1)
  const reply = await readArticles(request)
  const query = { category_id: last?.id }
  return pageMetadata(shell.settings.system, {
    title: notices ? "网站公告" : (last?.title ?? title),
    description: last?.description,
    index: tab === "latest" && !notices,
    path: hrefOf("/article", { ...query, page: page > 1 ? page : undefined }),
    feed: last ? { kind: "category", id: last.id } : undefined,
    list: { query, page, size, total: reply.ok ? reply.data.total : 0 },
  })
}

const inCategory = (way: CategoryNode[]) => (way.length > 0 ? { category_id: [way.at(-1)!.id] } : {})

/** Reads the list for the URL; metadata and page share the response. */
const readArticles = ({ page, tab, notices, way }: ArticleRoute) =>
  serverApi("GET /article/list", {
    page,
    size,
    ...inCategory(way),
    ...(notices ? { is_notice: [true] } : {}),
    ...(tab === "popular" ? { order: popular } : {}),
  })

export default async function ArticlePage(props: Props) {
  const request = await readArticleRoute(props)
  const [identifier, ...rest] = request.id
  if (rest.length > 0 || (request.unknown && request.shell.alive)) notFound()
  return identifier ? <OneArticle identifier={identifier} request={request} /> : <ArticleList request={request} />
}

const OneArticle = async ({ identifier, request: { title, shell } }: { identifier: string; request: ArticleRoute }) => {
  const reply = await readArticle(identifier)
  if (!reply.ok) {
    if (reply.status === 401) redirect(paths.login(paths.article(identifier)))
    if (reply.status >= 400 && reply.status < 500) notFound()
    throw pageError("文章没有读到", reply)
  }
  const article = reply.data
  if (identifier !== (article.identifier || String(article.id))) permanentRedirect(paths.article(article.identifier || article.id))
  const query = { identifier: article.identifier }
  const [related, near, others] = await Promise.all([
    serverApi("GET /article/related", query),
    serverApi("GET /article/neighbour", query),
    serverApi("GET /article/list", { user_id: [article.user_id], page: 1, size: 6 }),
  ])
  const around = {
    related: related.ok ? related.data.article : [],
    others: others.ok ? others.data.article : [],
    previous: near.ok ? near.data.previous : null,
    next: near.ok ? near.data.next : null,
  }
  const { system } = shell.settings
  const view = articlePageOf(article, around)
  return (
    <>
      <JsonLd data={articleData(article, system)} />
      <JsonLd data={breadcrumbData(articleWay(article.category, title), system.domain)} />
      <ArticleView article={view} crumbs={[...crumbsOf(title), ...categoryCrumbs(view.categories, shell.articles, paths.articles)]} />
    </>
  )
}

type ArticleRoute = Awaited<ReturnType<typeof readArticleRoute>>

/** The first breadcrumbs of every article and article list. */
const crumbsOf = (title: string) => [
  { label: "首页", href: paths.home },
  { label: title, href: paths.article() },
]

const stepOf = ({ id, title }: CategoryNode) => ({ id, title, href: paths.articles(id) })

const ArticleList = async ({ request }: { request: ArticleRoute }) => {
  const { shell, page, tab, notices, way, title } = request
  const last = way.at(-1)
  const whole = page === 1 && tab === "latest" && !notices
  const [reply, announced, recommended] = await Promise.all([
    readArticles(request),
    whole ? serverApi("GET /article/list", { is_notice: [true], limit: 5, ...inCategory(way) }) : null,
    serverApi("GET /article/list", { is_recommend: [true], page: 1, size: sideSize, order: "recommend_at desc" }),
  ])
  if (!reply.ok) throw pageError("文章列表没有读到", reply)
  // docs/decisions/460
  if (page > 1 && reply.data.article.length === 0) notFound()
  const chosen = recommended.ok && recommended.data.article.length > 0
  const read = chosen ? null : await serverApi("GET /article/list", { limit: sideSize, order: popular })
  const query = { category_id: last?.id, tab: tab === "latest" ? undefined : tab, is_notice: notices ? "1" : undefined }
  const categories = shell.articles.map((node: CategoryNode) => ({
    ...stepOf(node),
    current: way[0]?.id === node.id,
  }))
  const { domain } = shell.settings.system
  const crumbs = [...crumbsOf(title), ...categoryCrumbs(way, shell.articles, paths.articles)]
  const heading = notices ? "网站公告" : (last?.title ?? title)
  return (
    <>
      <JsonLd data={breadcrumbData(crumbs, domain)} />
      <JsonLd
        data={collectionData(
          {
            title: heading,
            description: last?.description,
            path: hrefOf("/article", { category_id: last?.id, page: page > 1 ? page : undefined }),
            from: (page - 1) * size + 1,
            items: reply.data.article.map((one) => ({ title: one.title, href: paths.article(one.identifier || one.id) })),
          },
          domain,
        )}
      />
      <ArticleListView
        title={heading}
        all={{ title: "全部文章", href: paths.article(), current: !last && !notices }}
        description={page === 1 ? (last?.description ?? "") : ""}
        crumbs={way.length > 0 ? crumbs : []}
        below={(last?.children ?? []).map(stepOf)}
        categories={categories}
        tabs={tabs.map((one) => ({
          name: one,
          current: one === tab,
          href: hrefOf("/article", { ...query, tab: one === "latest" ? undefined : one }),
        }))}
        notices={announced?.ok ? announced.data.article.map(headlineOf) : []}
        articles={reply.data.article.map(articleRowOf)}
        recommended={recommended.ok ? { total: recommended.data.total, articles: recommended.data.article.map(headlineOf) } : null}
        popular={read?.ok ? read.data.article.map(headlineOf) : []}
        page={{ path: "/article", query, page, size, total: reply.data.total }}
        now={Date.now()}
        foot={
          <footer className="footer mini-ft">
            <FooterLinks footer={shell.settings.footer} capabilities={shell.settings.capabilities} />
            <FooterFine system={shell.settings.system} year={yearOf(new Date())} />
          </footer>
        }
      />
    </>
  )
}
