import { MeHead } from "@/components/me/me-head"
import { NothingYet } from "@/components/me/list/nothing-yet"
import { Vips } from "@/components/me/money/vips"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { paths } from "@/lib/domain/path"
import { pageParam, type SearchParams } from "@/lib/view/list/query"
import { currentUser } from "../current-user"
import { size, stayWithin } from "../list-page"
import { meMetadata } from "../me-metadata"
import { requireOffered } from "@/components/site/require-offered"

export const generateMetadata = meMetadata("我的VIP")

export default async function MyVipPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireOffered("GET /user/vip")
  const given = await searchParams
  const page = pageParam(given)
  const [, reply] = await Promise.all([currentUser(paths.myVip), serverApi("GET /user/vip", { page, size })])
  if (!reply.ok) throw new Error(reply.message)
  const { total, user_vip: cards } = reply.data
  stayWithin(given, paths.myVip, {}, total, cards.length)
  return (
    <>
      <MeHead title="我的VIP" total={total} unit="张" />
      {cards.length > 0 ? (
        <Vips cards={cards} now={Date.now()} />
      ) : (
        <NothingYet title="您还不是VIP" href={paths.category()} action="去逛逛">
          开通后，在这里查看有效期、折扣和专享下载。
        </NothingYet>
      )}
      <Pager path={paths.myVip} query={{}} page={page} size={size} total={total} unit="张" />
    </>
  )
}
