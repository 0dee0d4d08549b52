import { Credits } from "@/components/money/ledger/me/credits"
import { readRechargeOffer } from "@/components/money/recharge/read-recharge-offer"
import { RechargeButton } from "@/components/money/recharge/recharge-row"
import { MeHead } from "@/components/people/account/me/me-head"
import { NothingYet } from "@/components/ui/my-list/nothing-yet"
import { Tabs } from "@/components/people/account/me/tabs"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { pageParam, type SearchParams } from "@/lib/view/library/list/query"
import { creditTabs } from "../credit-tabs"
import { currentUser } from "../current-user"
import { size, stayWithin } from "../list-page"
import { meMetadata } from "../me-metadata"

export const generateMetadata = async () => meMetadata(`${(await readPageChrome()).settings.system.credit_name || "魔豆"}明细`)()

export default async function CreditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams
  const page = pageParam(given)
  const [, { settings }] = await Promise.all([currentUser(paths.myCredits), readPageChrome()])
  const [reply, offer] = await Promise.all([serverApi("GET /user/credit", { page, size }), readRechargeOffer()])
  if (!reply.ok) throw pageError("收支明细没有读到", reply)
  const { total, balance, gained, spent, credit } = reply.data
  stayWithin(given, paths.myCredits, {}, total, credit.length)
  const creditName = settings.system.credit_name || "魔豆"
  return (
    <>
      <MeHead title={`${creditName}明细`} total={total}>
        <RechargeButton offer={offer} />
      </MeHead>
      <dl className="card sums">
        {(
          [
            ["余额", balance],
            ["本月获得", gained],
            ["本月用去", spent],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count(value)}</dd>
          </div>
        ))}
      </dl>
      <Tabs label="动态与明细" tabs={creditTabs(creditName, "credit")} />
      {credit.length > 0 ? (
        <Credits entries={credit} now={Date.now()} creditName={creditName} />
      ) : (
        <NothingYet title={`还没有${creditName}往来`} href={paths.upload} action="上传文档">
          每日签到、上传文档都能得到{creditName}。
        </NothingYet>
      )}
      <Pager path={paths.myCredits} query={{}} page={page} size={size} total={total} />
    </>
  )
}
