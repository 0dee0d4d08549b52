import "@/app/styles/community/notification.css"
import { KindFilter } from "@/components/community/notification/me/kind-filter"
import { MyNotifications } from "@/components/community/notification/me/my-notifications"
import { ReadAllButton } from "@/components/community/notification/me/read-all-button"
import { MeHead } from "@/components/people/account/me/me-head"
import { Tabs } from "@/components/people/account/me/tabs"
import { NothingYet } from "@/components/ui/my-list/nothing-yet"
import { Pager } from "@/components/ui/pager"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { isNotificationKind } from "@/lib/contract/community/notification.kinds"
import { paths } from "@/lib/rules/path"
import { pageParam, textParam, type SearchParams } from "@/lib/view/library/list/query"
import { currentUser } from "../current-user"
import { size, stayWithin } from "../list-page"
import { meMetadata } from "../me-metadata"
import { notificationTabs } from "./notification-tabs"

export const generateMetadata = meMetadata("我的通知")

export default async function MyNotificationsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams
  const page = pageParam(given)
  const unread = textParam(given, "unread") ? "1" : ""
  const kindName = textParam(given, "kind")
  const kind = isNotificationKind(kindName) ? kindName : ""
  const query = { unread, kind }
  const [, reply, counted] = await Promise.all([
    currentUser(paths.myNotifications),
    serverApi("GET /notification/list", { page, size, ...(unread && { unread: true }), ...(kind && { kind }) }),
    serverApi("GET /notification/count"),
  ])
  if (!reply.ok) throw pageError("通知列表没有读到", reply)
  const { total, notification: rows } = reply.data
  const unreadCount = counted.ok ? counted.data.unread : 0
  stayWithin(given, paths.myNotifications, query, total, rows.length)
  return (
    <>
      <MeHead title="我的通知" total={total}>
        {unreadCount > 0 && <ReadAllButton />}
      </MeHead>
      <Tabs label="通知" tabs={notificationTabs(unread ? "unread" : "all", { unread: unreadCount, kind })} />
      {(total > 0 || kind) && <KindFilter kind={kind} unread={unread} />}
      <MyNotifications
        notifications={rows}
        now={Date.now()}
        empty={
          unread || kind ? (
            <NothingYet title={unread ? "没有未读的通知" : "没有这类通知"} href={paths.myNotifications} action="看全部通知">
              新的通知会在这里，也会显示在页面顶部的铃铛上。
            </NothingYet>
          ) : (
            <NothingYet title="还没有通知" href={paths.upload} action="上传文档">
              有人评论、收藏或购买你的文档时，在这里告诉你。
            </NothingYet>
          )
        }
      />
      <Pager path={paths.myNotifications} query={query} page={page} size={size} total={total} unit="条" />
    </>
  )
}
