import { Avatar } from "@/components/ui/avatar"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"
import type { User } from "@/lib/contract/types"

export const UserCell = ({ user }: { user: Pick<User, "id" | "username" | "avatar" | "is_vip"> }) => (
  <Link className="adm-user" href={paths.user(user.id)} target="_blank">
    <Avatar name={user.username} src={user.avatar} size={22} />
    <span className="cut name">{user.username}</span>
    {user.is_vip ? <span className="vip">VIP</span> : null}
  </Link>
)
