import type { Metadata } from "next"
import { notFound, permanentRedirect, redirect } from "next/navigation"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { JsonLd } from "@/components/ui/json-ld"
import { DisabledUser } from "@/components/people/user/disabled-user"
import { UserView } from "@/components/people/user/user-view"
import { serverApi } from "@/lib/api/server"
import { UserStatus } from "@/lib/contract/people/user.enums"
import type { Article, Document } from "@/lib/contract/types"
import { activitiesOf } from "@/lib/view/people/activity"
import { articleRowOf } from "@/lib/view/articles/article-row"
import { rowOf } from "@/lib/view/library/document-card"
import { missingMetadata, pageError } from "@/lib/api/page-error"
import { pageMetadata } from "@/lib/view/page-metadata"
import { pick } from "@/lib/view/pick"
import { paths } from "@/lib/rules/path"
import { hrefOf, pageParam, type SearchParams } from "@/lib/view/library/list/query"
import { siteSettings } from "@/lib/view/site/site-settings"
import { profileData } from "@/lib/view/structured-data"

type Props = { params: Promise<{ id: string; tab?: string[] }>; searchParams: Promise<SearchParams> }

const size = 20
const kinds = { document: "文档", article: "文章" } as const
type Kind = keyof typeof kinds

/** Reads the user, the tab (documents or articles) and the page number from the URL; null for an invalid URL. */
const readUserTab = async ({ params, searchParams }: Props) => {
  const [{ id, tab = [] }, given] = await Promise.all([params, searchParams])
  const [tabName = "document", ...rest] = tab
  const kind = Object.hasOwn(kinds, tabName) ? (tabName as Kind) : null
  return /^[1-9]\d{0,14}$/.test(id) && kind && rest.length === 0
    ? { id: Number(id), kind, own: tab.length > 0, page: pageParam(given) }
    : null
}
type UserTab = NonNullable<Awaited<ReturnType<typeof readUserTab>>>

const readUser = (request: UserTab) => serverApi("GET /user", { id: request.id })
/** The maximum number of items of each kind in a user's latest activity. */
const newest = 8
/** Loads both lists: the tabs show both totals, and a page without any content is not indexed. */
const readLists = ({ id, kind, page }: UserTab) => {
  const pageOf = (one: Kind) => (one === kind ? { page, size } : { page: 1, size: newest })
  return Promise.all([
    serverApi("GET /document/list", { user_id: [id], order: "id desc", ...pageOf("document") }),
    serverApi("GET /article/list", { user_id: [id], order: "id desc", ...pageOf("article") }),
  ])
}
/** Reads the newest items of both kinds. The first page of the displayed list already contains its own. */
const readActivities = async ({ id, kind, page }: UserTab, listed: { document: Document[]; article: Article[] }) => {
  const first = { user_id: [id], order: "id desc", limit: newest, size: newest }
  if (page > 1 && kind === "document") {
    const reply = await serverApi("GET /document/list", first)
    return activitiesOf(reply.ok ? reply.data.document : [], listed.article)
  }
  if (page > 1) {
    const reply = await serverApi("GET /article/list", first)
    return activitiesOf(listed.document, reply.ok ? reply.data.article : [])
  }
  return activitiesOf(listed.document, listed.article)
}

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const request = await readUserTab(props)
  const reply = request && (await readUser(request))
  if (!request || !reply?.ok) return missingMetadata(reply, "用户不存在")
  const { id, username, signature, status } = reply.data
  if (status === UserStatus.disabled) return { title: "该用户已被停用", robots: { index: false, follow: false } }
  const [[documents, articles], { settings }] = await Promise.all([readLists(request), readPageChrome()])
  const shared = (documents.ok ? documents.data.total : 0) + (articles.ok ? articles.data.total : 0)
  const path = request.kind === "article" ? paths.userArticles(id) : paths.user(id)
  const description = signature || `${username} 分享的文档和文章`
  const listed = request.kind === "document" ? documents : articles
  return pageMetadata(settings.system, {
    title: request.own ? `[个人主页] ${username} · ${kinds[request.kind]}` : `[个人主页] ${username}`,
    description,
    path: hrefOf(path, { page: request.page > 1 ? request.page : undefined }),
    type: "profile",
    feed: { kind: "user", id },
    index: shared > 0,
    list: { page: request.page, size, total: listed.ok ? listed.data.total : 0 },
  })
}

export default async function UserPage(props: Props) {
  const request = await readUserTab(props)
  if (!request) notFound()
  const [reply, [documents, articles], { settings }] = await Promise.all([readUser(request), readLists(request), readPageChrome()])
  if (!reply.ok) {
    if (reply.status === 401) redirect(paths.login(paths.user(request.id)))
    if (reply.status >= 400 && reply.status < 500) notFound()
    throw pageError("用户没有读到", reply)
  }
  if (reply.data.id !== request.id)
    permanentRedirect(request.kind === "article" ? paths.userArticles(reply.data.id) : paths.user(reply.data.id))
  if (reply.data.status === UserStatus.disabled) return <DisabledUser />
  if (!documents.ok) throw pageError("文档列表没有读到", documents)
  if (!articles.ok) throw pageError("文章列表没有读到", articles)
  const listed = { document: documents.data.document, article: articles.data.article }
  // docs/decisions/460
  if (request.page > 1 && listed[request.kind].length === 0) notFound()
  const user = pick(reply.data, [
    "id",
    "username",
    "avatar",
    "signature",
    "group_name",
    "doc_count",
    "article_count",
    "download_count",
    "score",
  ])
  return (
    <>
      <JsonLd data={profileData(user, settings.system.domain)} />
      <UserView
        user={user}
        totals={{ documents: documents.data.total, articles: articles.data.total }}
        contents={
          request.kind === "document"
            ? { kind: "document", rows: listed.document.map(rowOf) }
            : { kind: "article", rows: listed.article.map((article) => ({ ...articleRowOf(article), author: "" })) }
        }
        activities={await readActivities(request, listed)}
        page={request.page}
        size={size}
        settings={siteSettings(settings)}
        now={Date.now()}
      />
    </>
  )
}
