import { Avatar } from "@/components/ui/avatar"
import { Vip } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import type { User } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"

export const MeCard = ({ user }: { user: User }) => (
  <div className="card pad me-card">
    <Avatar name={user.username} src={user.avatar} size={48} />
    <div>
      <b>
        <Link href={paths.user(user.id)}>{user.username}</Link> {user.is_vip && <Vip />}
      </b>
      <p>{user.signature || "暂无个性签名"}</p>
    </div>
  </div>
)
