"use client"

import { Avatar } from "@/components/ui/avatar"
import { Link } from "@/components/ui/link"
import { MoreIcon, type MoreIconName } from "@/components/ui/more-icon"
import type { Selection } from "@/components/ui/my-list/use-selection"
import { Time } from "@/components/ui/time"
import { api } from "@/lib/api/client"
import { isNotificationKind, type NotificationKind } from "@/lib/contract/community/notification.kinds"
import type { Notification } from "@/lib/contract/types"

/** Icons of kinds that name no user. */
const icons: Partial<Record<NotificationKind, MoreIconName>> = {
  document_review: "file",
  article_review: "article",
  comment_review: "comment",
  profile_review: "user",
  favorite: "bookmark",
  sale: "coin",
  refund: "order",
  credit: "coin",
  membership: "success",
  punishment: "alert",
  report: "flag",
  appeal: "alert",
}
const iconOf = (kind: string): MoreIconName => (isNotificationKind(kind) ? (icons[kind] ?? "bell") : "bell")

type Props = {
  row: Notification
  now: number
  busy: boolean
  selection: Selection
  onRead: () => void
  onDelete: () => void
}

/** One notification. Its sentence is the link that covers the row; opening it marks it as read. */
export const NotificationItem = ({ row, now, busy, selection, onRead, onDelete }: Props) => (
  <li className={row.is_read ? "nt" : "nt new"} aria-busy={busy}>
    <label className="tick row-tick">
      <input
        type="checkbox"
        checked={selection.has(row.id)}
        aria-label={`选择“${row.content}”`}
        onChange={() => selection.toggle(row.id)}
      />
    </label>
    {row.actor ? (
      <Avatar name={row.actor.username} src={row.actor.avatar} size={32} />
    ) : (
      <span className="nt-ic">
        <MoreIcon name={iconOf(row.kind)} small />
      </span>
    )}
    <div className="nt-body">
      <p className="nt-t">
        {row.is_read ? null : <span className="sr">未读：</span>}
        {row.href ? (
          <Link href={row.href} onClick={() => row.is_read || void api("PUT /notification/read", { id: [row.id] })}>
            {row.content}
          </Link>
        ) : (
          row.content
        )}
      </p>
      {row.detail ? <p className="nt-d">{row.detail}</p> : null}
      <p className="nt-m">
        <Time value={row.updated_at} now={now} />
        {row.appeal_href ? (
          <Link className="lk nt-appeal" href={row.appeal_href}>
            申诉
          </Link>
        ) : null}
      </p>
    </div>
    <span className="nt-acts">
      {row.is_read ? null : (
        <button type="button" className="ib" aria-label="标为已读" title="标为已读" disabled={busy} onClick={onRead}>
          <MoreIcon name="check" small />
        </button>
      )}
      <button type="button" className="ib" aria-label="删除" title="删除" disabled={busy} onClick={onDelete}>
        <MoreIcon name="trash" small />
      </button>
    </span>
  </li>
)
