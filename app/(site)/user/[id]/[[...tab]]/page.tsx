import type { Metadata } from "next"
import { notFound, redirect } from "next/navigation"
import { readSiteFrame } from "@/components/site/read-site-frame"
import { JsonLd } from "@/components/ui/json-ld"
import { UserView } from "@/components/user/user-view"
import { serverApi } from "@/lib/api/server"
import { articleRowOf } from "@/lib/view/article-row"
import { rowOf } from "@/lib/view/card"
import { missingMetadata, pageError } from "@/lib/view/loading/page-error"
import { paths } from "@/lib/domain/path"
import { hrefOf, pageParam, type SearchParams } from "@/lib/view/list/query"
import { profileData } from "@/lib/view/structured-data"

type Props = { params: Promise<{ id: string; tab?: string[] }>; searchParams: Promise<SearchParams> }

const size = 20
const kinds = { document: "文档", article: "文章" } as const
type Kind = keyof typeof kinds

/** The user, the tab (documents or articles) and the page number of the address; null for an invalid address. */
const readPlace = async ({ params, searchParams }: Props) => {
  const [{ id, tab = [] }, given] = await Promise.all([params, searchParams])
  const [asked = "document", ...rest] = tab
  const kind = Object.hasOwn(kinds, asked) ? (asked as Kind) : null
  return /^[1-9]\d{0,14}$/.test(id) && kind && rest.length === 0
    ? { id: Number(id), kind, own: tab.length > 0, page: pageParam(given) }
    : null
}
type Place = NonNullable<Awaited<ReturnType<typeof readPlace>>>

const readUser = (place: Place) => serverApi("GET /user", { id: place.id })
/** Loads both lists: the tabs show both totals, and a page without any content is not indexed. */
const readLists = ({ id, kind, page }: Place) => {
  const pageOf = (one: Kind) => (one === kind ? { page, size } : { page: 1, size: 1 })
  return Promise.all([
    serverApi("GET /document/list", { user_id: [id], order: "id desc", ...pageOf("document") }),
    serverApi("GET /article/list", { user_id: [id], order: "id desc", ...pageOf("article") }),
  ])
}

export const generateMetadata = async (props: Props): Promise<Metadata> => {
  const place = await readPlace(props)
  const reply = place && (await readUser(place))
  if (!place || !reply?.ok) return missingMetadata(reply, "用户不存在")
  const { id, username, signature } = reply.data
  const [documents, articles] = await readLists(place)
  const shared = (documents.ok ? documents.data.total : 0) + (articles.ok ? articles.data.total : 0)
  const path = place.kind === "article" ? paths.userArticles(id) : paths.user(id)
  const description = signature || `${username} 分享的文档和文章`
  return {
    title: place.own ? `[个人主页] ${username} · ${kinds[place.kind]}` : `[个人主页] ${username}`,
    description,
    alternates: { canonical: hrefOf(path, { page: place.page > 1 ? place.page : undefined }) },
    openGraph: { type: "profile", title: username, description },
    ...(shared > 0 ? {} : { robots: { index: false, follow: true } }),
  }
}

export default async function UserPage(props: Props) {
  const place = await readPlace(props)
  if (!place) notFound()
  const [reply, [documents, articles], { settings }] = await Promise.all([readUser(place), readLists(place), readSiteFrame()])
  if (!reply.ok) {
    if (reply.status === 401) redirect(paths.login(paths.user(place.id)))
    if (reply.status >= 400 && reply.status < 500) notFound()
    throw pageError(reply.message)
  }
  if (!documents.ok) throw pageError(documents.message)
  if (!articles.ok) throw pageError(articles.message)
  const { id, username, avatar, signature, group_name, credit_count } = reply.data
  const user = { id, username, avatar, signature, group_name, credit_count }
  return (
    <>
      <JsonLd data={profileData(user, settings.system.domain)} />
      <UserView
        user={user}
        totals={{ documents: documents.data.total, articles: articles.data.total }}
        shown={
          place.kind === "document"
            ? { kind: "document", rows: documents.data.document.map(rowOf) }
            : { kind: "article", rows: articles.data.article.map((article) => ({ ...articleRowOf(article), author: "" })) }
        }
        page={place.page}
        size={size}
        creditName={settings.system.credit_name || "魔豆"}
        now={Date.now()}
      />
    </>
  )
}
