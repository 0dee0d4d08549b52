import "@/app/styles/community/complaint.css"
import { OwnComplaints } from "@/components/community/complaint/me/own-complaints"
import { MeHead } from "@/components/people/account/me/me-head"
import { NothingYet } from "@/components/ui/my-list/nothing-yet"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { paths } from "@/lib/rules/path"
import { pageParam, type SearchParams } from "@/lib/view/library/list/query"
import { currentUser } from "../current-user"
import { size, stayWithin } from "../list-page"
import { meMetadata } from "../me-metadata"

export const generateMetadata = meMetadata("版权投诉")

export default async function MyComplaintsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams
  const page = pageParam(given)
  const [, reply] = await Promise.all([currentUser(paths.myComplaints), serverApi("GET /complaint/own/list", { page, size })])
  if (!reply.ok) throw pageError("投诉列表没有读到", reply)
  const { total, complaint: rows } = reply.data
  stayWithin(given, paths.myComplaints, {}, total, rows.length)
  return (
    <>
      <MeHead title="版权投诉" total={total} unit="件" />
      {rows.length > 0 ? (
        <OwnComplaints complaints={rows} now={Date.now()} />
      ) : (
        <NothingYet title="没有针对你的版权投诉" href={paths.myDocuments} action="看我的上传">
          你的文档或文章因版权投诉被下架时，在这里说明理由，你也可以在这里提交反通知。
        </NothingYet>
      )}
      <Pager path={paths.myComplaints} query={{}} page={page} size={size} total={total} unit="件" />
    </>
  )
}
