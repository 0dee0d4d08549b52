import { Avatar } from "@/components/ui/avatar"
import { Link } from "@/components/ui/link"
import type { PublicUser } from "@/lib/contract/types"
import { count } from "@/lib/domain/format"
import { paths } from "@/lib/domain/path"

/** The uploader: name, picture, numbers. */
export const AuthorCard = ({ user, creditName }: { user: PublicUser; creditName: string }) => (
  <section className="card pad" aria-label="分享者">
    <div className="author">
      <Avatar name={user.username} src={user.avatar} size={48} />
      <div>
        <b>
          <Link href={paths.user(user.id)}>{user.username}</Link>
        </b>
        <p>{user.signature || "暂无个性签名"}</p>
      </div>
    </div>
    <div className="author-n">
      {(
        [
          ["文档", user.doc_count],
          ["文章", user.article_count],
          [creditName || "魔豆", user.credit_count],
        ] as const
      ).map(([label, value]) => (
        <div key={label}>
          <b>{count(value)}</b>
          <span>{label}</span>
        </div>
      ))}
    </div>
  </section>
)
