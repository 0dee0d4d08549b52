import { ListFilter } from "@/components/ui/my-list/list-filter"
import { NoMatch } from "@/components/ui/my-list/no-match"
import { NothingYet } from "@/components/ui/my-list/nothing-yet"
import { RecycleList } from "@/components/library/recycle/me/recycle-list"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { paths } from "@/lib/rules/path"
import { hrefOf, pageParam, textParam, type SearchParams } from "@/lib/view/library/list/query"
import { size, stayWithin } from "../list-page"

const tab = "recycle"

/** /me/document?tab=recycle: deleted documents that can still be restored. */
export const RecycleTab = async ({ given }: { given: SearchParams }) => {
  const page = pageParam(given)
  const wd = textParam(given, "wd")
  const reply = await serverApi("GET /document/recycle", { page, size, own: true, ...(wd ? { wd } : {}) })
  if (!reply.ok) throw pageError("回收站没有读到", reply)
  const { total, document: rows } = reply.data
  stayWithin(given, paths.myDocuments, { tab, wd }, total, rows.length)
  return (
    <>
      {(total > 0 || wd) && <ListFilter path={paths.myDocuments} keep={{ tab }} wd={wd} placeholder="搜索回收站" />}
      {rows.length > 0 ? (
        <RecycleList
          documents={rows.map(({ id, title, ext, pages, username, deleted_at, deleted_username, purge_at }) => ({
            id,
            title,
            ext,
            pages,
            username,
            deleted_at,
            deleted_username,
            purge_at,
          }))}
          now={Date.now()}
        />
      ) : wd ? (
        <NoMatch what="文档" cleared={hrefOf(paths.myDocuments, { tab })} />
      ) : (
        <NothingYet title="回收站是空的" href={paths.myDocuments} action="看我的上传">
          删除的文档先放在这里，过一阵才彻底删除，在那之前可以恢复。
        </NothingYet>
      )}
      <Pager path={paths.myDocuments} query={{ tab, wd }} page={page} size={size} total={total} unit="份" />
    </>
  )
}
