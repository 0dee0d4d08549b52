"use client"

import { useRouter } from "next/navigation"
import { Pick } from "@/components/ui/my-list/pick"
import { notificationKindNames, notificationKinds } from "@/lib/contract/community/notification.kinds"
import { paths } from "@/lib/rules/path"
import { hrefOf } from "@/lib/view/library/list/query"

/** Selects a kind of notifications; the choice is in the URL. */
export const KindFilter = ({ kind, unread }: { kind: string; unread: string }) => {
  const router = useRouter()
  return (
    <div className="lf">
      <Pick
        label="通知类型"
        value={kind}
        onChange={(value) => router.push(hrefOf(paths.myNotifications, { unread, kind: value }), { scroll: false })}
      >
        <option value="">全部类型</option>
        {notificationKindNames.map((name) => (
          <option key={name} value={name}>
            {notificationKinds[name].title}
          </option>
        ))}
      </Pick>
    </div>
  )
}
