import { ListFilter } from "@/components/ui/my-list/list-filter"
import { MeHead } from "@/components/people/account/me/me-head"
import { MyArticles } from "@/components/articles/article/me/my-articles"
import { NoMatch } from "@/components/ui/my-list/no-match"
import { NothingYet } from "@/components/ui/my-list/nothing-yet"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { myArticleOf } from "@/lib/view/articles/my-article"
import { paths } from "@/lib/rules/path"
import { pageParam, textParam, type SearchParams } from "@/lib/view/library/list/query"
import { currentUser } from "../current-user"
import { numberParam, size, stayWithin } from "../list-page"
import { meMetadata } from "../me-metadata"

export const generateMetadata = meMetadata("我的文章")

export default async function MyArticlesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams
  const page = pageParam(given)
  const wd = textParam(given, "wd")
  const status = numberParam(given, "status")
  const query = { wd, status }
  const filtered = Boolean(wd || status)

  const user = await currentUser(paths.myArticles)
  const reply = await serverApi("GET /article/list", {
    user_id: [user.id],
    page,
    size,
    order: "id desc",
    ...(wd ? { wd } : {}),
    ...(status ? { status: [Number(status)] } : {}),
  })
  if (!reply.ok) throw pageError("文章列表没有读到", reply)
  const { total, article: rows } = reply.data
  stayWithin(given, paths.myArticles, query, total, rows.length)
  return (
    <>
      <MeHead title="我的文章" total={total} unit="篇">
        {(total > 0 || filtered) && (
          <Link className="bt p" href={paths.post}>
            <MoreIcon name="pencil" small />
            发布文章
          </Link>
        )}
      </MeHead>
      {(total > 0 || filtered) && (
        <ListFilter path={paths.myArticles} wd={wd} placeholder="搜索我的文章" status={{ value: status, options: ReviewStatus.options }} />
      )}
      {rows.length > 0 ? (
        <MyArticles articles={rows.map(myArticleOf)} now={Date.now()} />
      ) : filtered ? (
        <NoMatch what="文章" cleared={paths.myArticles} />
      ) : (
        <NothingYet title="还没有文章" href={paths.post} action="发布文章">
          你发布的文章和审核进度会显示在这里。
        </NothingYet>
      )}
      <Pager path={paths.myArticles} query={query} page={page} size={size} total={total} unit="篇" />
    </>
  )
}
