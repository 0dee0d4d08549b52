import type { Metadata } from "next"
import "@/app/styles/money/membership.css"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { Empty } from "@/components/ui/empty"
import { Link } from "@/components/ui/link"
import { JoinVip } from "@/components/money/membership/join-vip"
import { serverApi } from "@/lib/api/server"
import { paths } from "@/lib/rules/path"
import { pageError } from "@/lib/api/page-error"
import { soldPlans } from "@/lib/view/money/plans"
import { pageMetadata } from "@/lib/view/page-metadata"
import { siteSettings } from "@/lib/view/site/site-settings"

export const generateMetadata = async (): Promise<Metadata> => {
  const { settings } = await readPageChrome()
  return pageMetadata(settings.system, {
    title: "开通 VIP",
    description: "VIP 文档免费下载，其他文档折扣购买，全站没有广告。",
    path: paths.joinVip,
    index: settings.vip.enable,
  })
}

export default async function JoinVipPage() {
  const [{ settings }, reply] = await Promise.all([readPageChrome(), serverApi("GET /settings/vip")])
  if (!reply.ok) throw pageError("会员价格没有读到", reply)
  const { credit_name: creditName } = siteSettings(settings).system
  const plans = reply.data.enable ? soldPlans(reply.data, { creditName, exchange: settings.system.credit_exchange }) : []
  return (
    <main id="main" className="wrap join-vip">
      {plans.length > 0 ? (
        <JoinVip plans={plans} creditName={creditName} />
      ) : (
        <Empty
          page
          level="h1"
          title="网站没有开通 VIP"
          action={
            <Link className="bt p" href={paths.category()}>
              去逛逛
            </Link>
          }
        >
          全部文档照常阅读，免费文档可以直接下载。
        </Empty>
      )}
    </main>
  )
}
