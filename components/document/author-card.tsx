"use client"

import { Avatar } from "@/components/ui/avatar"
import { Link } from "@/components/ui/link"
import type { PublicUser } from "@/lib/contract/types"
import { count } from "@/lib/domain/format"
import { paths } from "@/lib/domain/path"
import { useDocumentState } from "./document-state"

type Props = { user: PublicUser; creditName: string }

/** With the numbers that the page was drawn with, then with those of today: as many as the author's page lists. */
const Numbers = ({ user, creditName }: Props) => {
  const shared = useDocumentState((state) => state.author) ?? user
  const numbers = [
    ["文档", shared.doc_count],
    ["文章", shared.article_count],
    [creditName || "魔豆", user.credit_count],
  ] as const
  return (
    <div className="author-n">
      {numbers.map(([label, value]) => (
        <div key={label}>
          <b>{count(value)}</b>
          <span>{label}</span>
        </div>
      ))}
    </div>
  )
}

/** The uploader: name, picture, numbers. */
export const AuthorCard = ({ user, creditName }: Props) => (
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
    <Numbers user={user} creditName={creditName} />
  </section>
)
