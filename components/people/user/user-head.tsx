import { Avatar } from "@/components/ui/avatar"
import { PunishLater } from "../punishment/punish-later"
import type { PublicUser } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"

export type HeaderUser = Pick<PublicUser, "id" | "username" | "avatar" | "signature" | "group_name" | "credit_count">
type Props = { user: HeaderUser; documents: number; articles: number; creditName: string }

/** The header of a user's public page: avatar, name, group, signature and totals. */
export const UserHead = ({ user, documents, articles, creditName }: Props) => (
  <section className="card user-head" aria-label="用户">
    <Avatar name={user.username} src={user.avatar} />
    <div>
      <h1>{user.username}</h1>
      {user.group_name && <span className="tag pri">{user.group_name}</span>}
      <p>{user.signature || "暂无个性签名"}</p>
      <PunishLater id={user.id} username={user.username} />
    </div>
    <dl>
      {(
        [
          ["文档", documents],
          ["文章", articles],
          [creditName, user.credit_count],
        ] as const
      ).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count(value)}</dd>
        </div>
      ))}
    </dl>
  </section>
)
