import { BalanceCard } from "@/components/money/ledger/me/balance-card"
import { ContinueReading } from "@/components/library/reading/shelf/continue-reading"
import { Dynamics } from "@/components/people/activity/me/dynamics"
import { MyDocuments } from "@/components/library/document/me/my-documents"
import { NoDocuments } from "@/components/library/document/me/no-documents"
import { NothingYet } from "@/components/ui/my-list/nothing-yet"
import { ReadAgain } from "@/components/people/account/me/read-again"
import { Tabs } from "@/components/people/account/me/tabs"
import { readRechargeOffer } from "@/components/money/recharge/read-recharge-offer"
import { VipCard } from "@/components/money/membership/me/vip-card"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { More } from "@/components/ui/more"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { refusalText } from "@/lib/api/result"
import { activeVip } from "@/lib/view/money/active-vip"
import { mineOf } from "@/lib/view/library/my-document"
import { paths } from "@/lib/rules/path"
import { pageParam, type SearchParams } from "@/lib/view/library/list/query"
import { currentUser } from "./current-user"
import { creditTabs } from "./credit-tabs"
import { size, stayWithin } from "./list-page"
import { meMetadata } from "./me-metadata"

export const generateMetadata = meMetadata("我的动态")

export default async function MePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams
  const page = pageParam(given)
  const [user, { settings }] = await Promise.all([currentUser(paths.me), readPageChrome()])
  const creditName = settings.system.credit_name || "魔豆"
  const first = page === 1
  const hasVip = settings.vip.enable
  const [documents, dynamics, credit, sign, vips, offer] = await Promise.all([
    first ? serverApi("GET /document/list", { user_id: [user.id], page: 1, size: 3, order: "id desc" }) : null,
    serverApi("GET /user/dynamic", { page, size }),
    serverApi("GET /user/credit", { page: 1, size: 1 }),
    serverApi("GET /user/sign"),
    hasVip ? serverApi("GET /user/vip", { page: 1, size: 20 }) : null,
    readRechargeOffer(),
  ])
  const now = Date.now()
  const lines = dynamics.ok ? dynamics.data : { total: 0, dynamic: [] }
  stayWithin(given, paths.me, {}, lines.total, lines.dynamic.length)
  return (
    <>
      <h1 className="sr">个人中心</h1>
      {first && <ContinueReading />}
      <div className={hasVip ? "card me-top" : "card me-top one"}>
        <BalanceCard
          credits={credit.ok ? credit.data.balance : user.credit_count}
          month={credit.ok ? credit.data : null}
          creditName={creditName}
          signed={sign.ok && sign.data.id > 0}
          offer={offer}
        />
        {hasVip && <VipCard vip={vips?.ok ? activeVip(vips.data.user_vip, now) : null} />}
      </div>
      {documents && (
        <section className="sec">
          <div className="sec-h">
            <h2>最近上传</h2>
            {documents.ok && documents.data.total > 0 && <More href={paths.myDocuments} label={`全部 ${documents.data.total} 份`} />}
          </div>
          {!documents.ok ? (
            <ReadAgain message={refusalText(documents, "文档列表没有读到")} href={paths.me} />
          ) : documents.data.document.length > 0 ? (
            <MyDocuments documents={documents.data.document.map(mineOf)} now={now} level="h3" />
          ) : (
            <NoDocuments />
          )}
        </section>
      )}
      <section className="sec" aria-labelledby="dynamics">
        <h2 id="dynamics" className="sr">
          我的动态
        </h2>
        <Tabs label="动态与明细" tabs={creditTabs(creditName, "dynamic")} />
        {!dynamics.ok ? (
          <ReadAgain message={refusalText(dynamics, "动态没有读到")} href={paths.me} />
        ) : lines.dynamic.length > 0 ? (
          <Dynamics dynamics={lines.dynamic} now={now} creditName={creditName} />
        ) : (
          <NothingYet title="还没有动态" href={paths.category()} action="去逛逛">
            签到、上传、收藏和下载，都会记在这里。
          </NothingYet>
        )}
        <Pager path={paths.me} query={{}} page={page} size={size} total={lines.total} />
      </section>
    </>
  )
}
