import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { ArticleListView } from "@/components/article/article-list-view"
import { ArticleView } from "@/components/article/article-view"
import { FooterFine, FooterLinks } from "@/components/site/footer-parts"
import { readSiteFrame } from "@/components/site/read-site-frame"
import { JsonLd } from "@/components/ui/json-ld"
import { serverApi } from "@/lib/api/server"
import { articleRowOf } from "@/lib/view/article-row"
import { categoryPath, type CategoryNode } from "@/lib/view/category-tree"
import { headlineOf } from "@/lib/view/home"
import { missingMetadata, pageError } from "@/lib/view/loading/page-error"
import { paths } from "@/lib/domain/path"
import { hrefOf, pageParam, textParam, type SearchParams } from "@/lib/view/list/query"
import { articleData } from "@/lib/view/structured-data"

type Props = { params: Promise<{ id?: string[] }>; searchParams: Promise<SearchParams> }

const size = 10

/** Reads an article by its identifier; when none has it and the text is a number, by its id. */
const readArticle = async (identifier: string) => {
  const reply = await serverApi("GET /article", { identifier })
  if (reply.ok || reply.status !== 404 || !/^[1-9]\d{0,14}$/.test(identifier)) return reply
  return serverApi("GET /article", { id: Number(identifier) })
}

const readPlace = async (props: Props) => {
  const [{ id = [] }, given, shell] = await Promise.all([props.params, props.searchParams, readSiteFrame()])
  const wanted = textParam(given, "category_id")
  const way = /^\d{1,12}$/.test(wanted) ? categoryPath(shell.articles, Number(wanted)) : []
  const title = shell.navigation.find((item) => item.href === "/article")?.title ?? "文章资讯"
  return { id, page: pageParam(given), way, unknown: wanted !== "" && way.length === 0, shell, title }
}

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const { id, page, way, shell, title } = await readPlace(props)
  const [identifier] = id
  if (!identifier) {
    const last = way.at(-1)
    return {
      title: last?.title ?? title,
      description: last?.description || shell.settings.system.description || undefined,
      alternates: { canonical: hrefOf("/article", { category_id: last?.id, page: page > 1 ? page : undefined }) },
    }
  }
  const reply = await readArticle(identifier)
  if (!reply.ok) return missingMetadata(reply, "文章不存在")
  const { title: name, description, keywords, created_at, updated_at } = reply.data
  return {
    title: name,
    description: description.slice(0, 160) || undefined,
    keywords: keywords || undefined,
    alternates: { canonical: paths.article(reply.data.identifier || reply.data.id) },
    openGraph: {
      type: "article",
      title: name,
      description,
      ...(created_at ? { publishedTime: created_at } : {}),
      ...(updated_at ? { modifiedTime: updated_at } : {}),
    },
  }
}

export default async function ArticlePage(props: Props) {
  const place = await readPlace(props)
  const [identifier, ...rest] = place.id
  if (rest.length > 0 || (place.unknown && place.shell.alive)) notFound()
  return identifier ? <OneArticle identifier={identifier} title={place.title} /> : <ArticleList place={place} />
}

const OneArticle = async ({ identifier, title }: { identifier: string; title: string }) => {
  const [reply, latest, { settings }] = await Promise.all([
    readArticle(identifier),
    serverApi("GET /article/list", { page: 1, size: 6 }),
    readSiteFrame(),
  ])
  if (!reply.ok) {
    if (reply.status === 401) redirect(paths.login(paths.article(identifier)))
    if (reply.status >= 400 && reply.status < 500) notFound()
    throw pageError(reply.message)
  }
  const article = reply.data
  const others = latest.ok ? latest.data.article.filter((one) => one.id !== article.id).slice(0, 5) : []
  return (
    <>
      <JsonLd data={articleData(article, settings.system.domain)} />
      <ArticleView
        article={{ ...articleRowOf(article), content: article.content, categories: article.category }}
        listTitle={title}
        others={others.map(headlineOf)}
        now={Date.now()}
      />
    </>
  )
}

type Place = Awaited<ReturnType<typeof readPlace>>

const ArticleList = async ({ place: { shell, page, way, title } }: { place: Place }) => {
  const last = way.at(-1)
  const [reply, latest] = await Promise.all([
    serverApi("GET /article/list", { page, size, ...(last ? { category_id: [last.id] } : {}) }),
    serverApi("GET /article/list", { page: 1, size: 8, order: "view_count desc" }),
  ])
  if (!reply.ok) throw pageError(reply.message)
  const categories = shell.articles.map((node: CategoryNode) => ({
    id: node.id,
    title: node.title,
    href: paths.articles(node.id),
    current: way[0]?.id === node.id,
  }))
  return (
    <ArticleListView
      title={last?.title ?? title}
      all={{ title: "全部文章", href: paths.article(), current: !last }}
      description={page === 1 ? (last?.description ?? "") : ""}
      categories={categories}
      articles={reply.data.article.map(articleRowOf)}
      popular={latest.ok ? latest.data.article.map(headlineOf) : []}
      page={{ path: "/article", query: { category_id: last?.id }, page, size, total: reply.data.total }}
      now={Date.now()}
      foot={
        <footer className="footer mini-ft">
          <FooterLinks footer={shell.settings.footer} />
          <FooterFine system={shell.settings.system} year={new Date().getFullYear()} />
        </footer>
      }
    />
  )
}
