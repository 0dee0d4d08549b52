import { MeHead } from "@/components/people/account/me/me-head"
import { NothingYet } from "@/components/ui/my-list/nothing-yet"
import { readRechargeOffer } from "@/components/money/recharge/read-recharge-offer"
import { RechargeButton } from "@/components/money/recharge/recharge-row"
import { Vips } from "@/components/money/membership/me/vips"
import { Link } from "@/components/ui/link"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { paths } from "@/lib/rules/path"
import { pageParam, type SearchParams } from "@/lib/view/library/list/query"
import { currentUser } from "../current-user"
import { size, stayWithin } from "../list-page"
import { meMetadata } from "../me-metadata"
import { readPageChrome } from "@/components/site/site/read-page-chrome"

export const generateMetadata = meMetadata("我的VIP")

export default async function MyVipPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams
  const page = pageParam(given)
  const [, reply, { settings }] = await Promise.all([
    currentUser(paths.myVip),
    serverApi("GET /user/vip", { page, size }),
    readPageChrome(),
  ])
  if (!reply.ok) throw pageError("会员信息没有读到", reply)
  const { total, user_vip: cards } = reply.data
  const offer = await readRechargeOffer()
  // the page of plans exists only if memberships are sold; otherwise nothing links to it
  const sold = settings.vip.enable && settings.features.vip_sale
  stayWithin(given, paths.myVip, {}, total, cards.length)
  return (
    <>
      <MeHead title="我的VIP" total={total} unit="张">
        <RechargeButton offer={offer} />
        {/* without a card the empty state explains it */}
        {sold && cards.length > 0 && (
          <Link className="bt p" href={paths.joinVip}>
            续费 VIP
          </Link>
        )}
      </MeHead>
      {cards.length > 0 ? (
        <Vips cards={cards} now={Date.now()} />
      ) : (
        <NothingYet
          title={sold ? "你还不是VIP" : "网站没有开通 VIP"}
          href={sold ? paths.joinVip : paths.category()}
          action={sold ? "开通 VIP" : "去逛逛"}
        >
          {sold ? "开通后，在这里查看有效期、折扣和专享下载。" : "全部文档照常阅读，免费文档可以直接下载。"}
        </NothingYet>
      )}
      <Pager path={paths.myVip} query={{}} page={page} size={size} total={total} unit="张" />
    </>
  )
}
