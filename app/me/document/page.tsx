import type { Metadata } from "next"
import { MyDocuments } from "@/components/me/my-documents"
import { NoDocuments } from "@/components/me/no-documents"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { mineOf } from "@/lib/domain/my-document"
import { paths } from "@/lib/domain/path"
import { pageParam, type SearchParams } from "@/lib/domain/query"
import { currentUser } from "../current-user"

export const metadata: Metadata = { title: "我的上传" }

const size = 20

export default async function MyDocumentsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = pageParam(await searchParams)
  const user = await currentUser(paths.myDocuments)
  const reply = await serverApi("GET /document/list", { user_id: [user.id], page, size, order: "id desc" })
  if (!reply.ok) throw new Error(reply.message)
  const { total, document: rows } = reply.data
  return (
    <>
      <div className="me-h">
        <h1>我的上传</h1>
        {total > 0 && <span className="muted num">共 {total} 份</span>}
        {total > 0 && (
          <Link className="bt p" href={paths.upload}>
            <Icon name="upload" small />
            上传文档
          </Link>
        )}
      </div>
      {rows.length > 0 ? <MyDocuments documents={rows.map(mineOf)} now={Date.now()} level="h2" /> : <NoDocuments />}
      <Pager path={paths.myDocuments} query={{}} page={page} size={size} total={total} unit="份" />
    </>
  )
}
