import { Avatar } from "@/components/ui/avatar"
import { Link } from "@/components/ui/link"
import { Static } from "@/components/ui/static/static"
import type { PublicUser } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { AuthorNumbers } from "./author-numbers"

type Props = { user: PublicUser; creditName: string }

/** The uploader: name, picture and numbers. Only the numbers are hydrated in the browser. */
export const AuthorCard = ({ user, creditName }: Props) => (
  <section className="card pad" aria-label="分享者">
    <Static>
      <div className="author">
        <Avatar name={user.username} src={user.avatar} size={48} />
        <div>
          <Link className="name" href={paths.user(user.id)}>
            {user.username}
          </Link>
          <p>{user.signature || "暂无个性签名"}</p>
        </div>
      </div>
    </Static>
    <AuthorNumbers doc={user.doc_count} article={user.article_count} credit={user.credit_count} creditName={creditName || "魔豆"} />
  </section>
)
