import { Avatar } from "@/components/ui/avatar"
import { PunishLater } from "../punishment/punish-later"
import { ReportLater } from "@/components/community/report/report-later"
import { ReportKind } from "@/lib/contract/community/report.enums"
import { paths } from "@/lib/rules/path"
import type { PublicUser } from "@/lib/contract/types"
import { authorNumbers, type AuthorNumbers } from "@/lib/view/people/author-numbers"

export type HeaderUser = Pick<PublicUser, "id" | "username" | "avatar" | "signature" | "group_name"> & AuthorNumbers

/** The header of a user's public page: avatar, name, group, signature and totals. */
export const UserHead = ({ user }: { user: HeaderUser }) => (
  <section className="card user-head" aria-label="用户">
    <Avatar name={user.username} src={user.avatar} />
    <div>
      <h1>{user.username}</h1>
      {user.group_name && <span className="tag pri">{user.group_name}</span>}
      <p>{user.signature || "暂无个性签名"}</p>
      <div className="user-tools">
        <PunishLater id={user.id} username={user.username} />
        <ReportLater
          target={{ type: ReportKind.user, id: user.id, title: user.username, path: paths.user(user.id) }}
          ownerId={user.id}
          label="举报"
        />
      </div>
    </div>
    <dl>
      {authorNumbers(user).map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)
