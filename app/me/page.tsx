import type { Metadata } from "next"
import { BalanceCard } from "@/components/me/balance-card"
import { MyDocuments } from "@/components/me/my-documents"
import { NoDocuments } from "@/components/me/no-documents"
import { readShell } from "@/components/site/read-shell"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { serverApi } from "@/lib/api/server"
import { mineOf } from "@/lib/domain/my-document"
import { paths } from "@/lib/domain/path"
import { currentUser } from "./current-user"

export const metadata: Metadata = { title: "个人中心" }

export default async function MePage() {
  const user = await currentUser(paths.me)
  const [documents, { settings }] = await Promise.all([
    serverApi("GET /document/list", { user_id: [user.id], page: 1, size: 5, order: "id desc" }),
    readShell(),
  ])
  return (
    <>
      <h1 className="sr">个人中心</h1>
      <BalanceCard user={user} creditName={settings.system.credit_name || "魔豆"} />
      <section className="sec">
        <div className="sec-h">
          <h2>最近上传</h2>
          {documents.ok && documents.data.total > 0 && (
            <Link className="more" href={paths.myDocuments}>
              全部 {documents.data.total} 份
              <Icon name="next" small />
            </Link>
          )}
        </div>
        {!documents.ok ? (
          <div className="alert bad" role="alert">
            <Icon name="fail" />
            <b>{documents.message}</b>
            <Link className="bt sm" href={paths.me}>
              重新加载
            </Link>
          </div>
        ) : documents.data.document.length > 0 ? (
          <MyDocuments documents={documents.data.document.map(mineOf)} now={Date.now()} level="h3" />
        ) : (
          <NoDocuments />
        )}
      </section>
    </>
  )
}
