import { Avatar } from "@/components/ui/avatar"
import type { User } from "@/lib/contract/types"

export const MeCard = ({ user }: { user: User }) => (
  <div className="card pad me-card">
    <Avatar name={user.username} src={user.avatar} size="l" />
    <div>
      <b>{user.username}</b>
      <p>{user.signature || "暂无个性签名"}</p>
    </div>
  </div>
)
