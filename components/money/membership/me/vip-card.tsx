import { ProgressBar } from "@/components/ui/progress-bar"
import { Link } from "@/components/ui/link"
import { OfferedLink } from "@/components/ui/offered-link"
import { VipType } from "@/lib/contract/money/membership.enums"
import type { UserVip } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { day } from "@/lib/rules/time"

/** The active membership card; `null` = none. */
export const VipCard = ({ vip }: { vip: UserVip | null }) => (
  <div>
    <p className="sub vip-t">
      <span className="vip">VIP</span>
      {vip ? VipType.labelOf(vip.type).replace("VIP", "会员") : "你还不是VIP"}
    </p>
    {vip ? (
      <>
        {vip.download > 0 && <ProgressBar label="已用的 VIP 下载" value={vip.download_used} max={vip.download} />}
        {vip.download > 0 && (
          <p className="num">
            已用 {count(vip.download_used)} / {count(vip.download)} 次 VIP 下载
          </p>
        )}
        <p className="note num">
          {vip.expired_at && `${day(vip.expired_at)} 到期`}
          <Link className="lk" href={paths.myVip}>
            查看
          </Link>
        </p>
      </>
    ) : (
      <>
        <p className="note">VIP 用户浏览时没有广告，还能用次数下载专享文档。</p>
        <OfferedLink className="bt soft" href={paths.joinVip}>
          开通 VIP
        </OfferedLink>
      </>
    )}
  </div>
)
