import { ListFilter } from "@/components/ui/my-list/list-filter"
import { MeHead } from "@/components/people/account/me/me-head"
import { MyDownloads } from "@/components/library/document/me/my-downloads"
import { NoMatch } from "@/components/ui/my-list/no-match"
import { NothingYet } from "@/components/ui/my-list/nothing-yet"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { momentsOf, rangeParam } from "@/lib/view/library/list/date-range"
import { paths } from "@/lib/rules/path"
import { pageParam, textParam, type SearchParams } from "@/lib/view/library/list/query"
import { currentUser } from "../current-user"
import { size, stayWithin } from "../list-page"
import { meMetadata } from "../me-metadata"

export const generateMetadata = meMetadata("我的下载")

export default async function MyDownloadsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams
  const page = pageParam(given)
  const wd = textParam(given, "wd")
  const range = rangeParam(given)
  const query = { wd, ...range }
  const filtered = Boolean(wd || range.from || range.to)

  const [, reply] = await Promise.all([
    currentUser(paths.myDownloads),
    serverApi("GET /user/download", { page, size, ...(wd ? { wd } : {}), created_at: momentsOf(range) }),
  ])
  if (!reply.ok) throw pageError("下载记录没有读到", reply)
  const { total, download: rows } = reply.data
  stayWithin(given, paths.myDownloads, query, total, rows.length)
  const now = Date.now()
  return (
    <>
      <MeHead title="我的下载" total={total} unit="份" />
      {(total > 0 || filtered) && (
        <ListFilter path={paths.myDownloads} wd={wd} placeholder="搜索下载过的文档" range={{ value: range, label: "下载时间", now }} />
      )}
      {rows.length > 0 ? (
        <MyDownloads downloads={rows} now={now} />
      ) : filtered ? (
        <NoMatch what="下载" cleared={paths.myDownloads} />
      ) : (
        <NothingYet title="还没有下载过" href={paths.category()} action="去找文档">
          下载过的文档会留在这里，换台电脑也找得到。
        </NothingYet>
      )}
      <Pager path={paths.myDownloads} query={query} page={page} size={size} total={total} unit="份" />
    </>
  )
}
