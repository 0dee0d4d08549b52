import { ListFilter } from "@/components/ui/my-list/list-filter"
import { MeHead } from "@/components/people/account/me/me-head"
import { MyDocuments } from "@/components/library/document/me/my-documents"
import { NoDocuments } from "@/components/library/document/me/no-documents"
import { NoMatch } from "@/components/ui/my-list/no-match"
import { ShareLinksButton } from "@/components/library/sharing/share-links-button"
import { Tabs } from "@/components/people/account/me/tabs"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { momentsOf, rangeParam } from "@/lib/view/library/list/date-range"
import { mineOf } from "@/lib/view/library/my-document"
import { paths } from "@/lib/rules/path"
import { hrefOf, pageParam, textParam, type SearchParams } from "@/lib/view/library/list/query"
import { currentUser } from "../current-user"
import { numberParam, size, stayWithin } from "../list-page"
import { meMetadata } from "../me-metadata"
import { RecycleTab } from "./recycle-tab"

export const generateMetadata = meMetadata("我的上传")

const Views = ({ recycle }: { recycle: boolean }) => (
  <Tabs
    label="我的上传"
    tabs={[
      { label: "文档", href: paths.myDocuments, current: !recycle },
      { label: "回收站", href: hrefOf(paths.myDocuments, { tab: "recycle" }), current: recycle },
    ]}
  />
)

export default async function MyDocumentsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams
  const page = pageParam(given)
  const wd = textParam(given, "wd")
  const status = numberParam(given, "status")
  const range = rangeParam(given)
  const query = { wd, status, ...range }
  const filtered = Boolean(wd || status || range.from || range.to)

  const user = await currentUser(paths.myDocuments)
  if (textParam(given, "tab") === "recycle") {
    return (
      <>
        <MeHead title="我的上传" />
        <Views recycle />
        <RecycleTab given={given} />
      </>
    )
  }
  const reply = await serverApi("GET /document/list", {
    user_id: [user.id],
    page,
    size,
    order: "id desc",
    ...(wd ? { wd } : {}),
    ...(status ? { status: [Number(status)] } : {}),
    created_at: momentsOf(range),
  })
  if (!reply.ok) throw pageError("文档列表没有读到", reply)
  const { total, document: rows } = reply.data
  stayWithin(given, paths.myDocuments, query, total, rows.length)
  const now = Date.now()
  return (
    <>
      <MeHead title="我的上传" total={total} unit="份">
        {(total > 0 || filtered) && (
          <>
            <ShareLinksButton />
            <Link className="bt p" href={paths.upload}>
              <Icon name="upload" small />
              上传文档
            </Link>
          </>
        )}
      </MeHead>
      <Views recycle={false} />
      {(total > 0 || filtered) && (
        <ListFilter
          path={paths.myDocuments}
          wd={wd}
          placeholder="搜索我的上传"
          status={{ value: status, options: DocumentStatus.options }}
          range={{ value: range, label: "上传时间", now }}
        />
      )}
      {rows.length > 0 ? (
        <MyDocuments documents={rows.map(mineOf)} now={now} level="h2" batch />
      ) : filtered ? (
        <NoMatch what="文档" cleared={paths.myDocuments} />
      ) : (
        <NoDocuments />
      )}
      <Pager path={paths.myDocuments} query={query} page={page} size={size} total={total} unit="份" />
    </>
  )
}
