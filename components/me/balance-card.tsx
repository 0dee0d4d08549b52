import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { Bean } from "@/components/ui/logo"
import type { User } from "@/lib/contract/types"
import { count } from "@/lib/domain/format"
import { paths } from "@/lib/domain/path"

/** The balance, and what one has gathered. */
export const BalanceCard = ({ user, creditName }: { user: User; creditName: string }) => (
  <div className="card me-top">
    <div>
      <p className="sub">{creditName}余额</p>
      <div className="bal">
        <b>
          {count(user.credit_count)}
          <Bean />
        </b>
        <Link className="bt" href={paths.upload}>
          <Icon name="upload" small />
          上传文档
        </Link>
      </div>
    </div>
    <dl className="me-n">
      {(
        [
          ["文档", user.doc_count],
          ["文章", user.article_count],
          ["收藏", user.favorite_count],
        ] as const
      ).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count(value)}</dd>
        </div>
      ))}
    </dl>
  </div>
)
