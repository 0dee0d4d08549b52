import { Avatar } from "@/components/ui/avatar"
import { Link } from "@/components/ui/link"
import { Static } from "@/components/ui/static/static"
import type { PublicUser } from "@/lib/contract/types"
import { pick } from "@/lib/view/pick"
import { paths } from "@/lib/rules/path"
import { AuthorNumbers } from "./author-numbers"

/** The uploader: name, picture and numbers. Only the numbers are hydrated in the browser. */
export const AuthorCard = ({ user }: { user: PublicUser }) => (
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
    <AuthorNumbers rendered={pick(user, ["doc_count", "article_count", "download_count", "score"])} />
  </section>
)
