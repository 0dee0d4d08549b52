import "@/app/styles/community/notification.css"
import { PreferenceForm } from "@/components/community/notification/me/preferences"
import { MeHead } from "@/components/people/account/me/me-head"
import { Tabs } from "@/components/people/account/me/tabs"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { paths } from "@/lib/rules/path"
import { currentUser } from "../../current-user"
import { meMetadata } from "../../me-metadata"
import { notificationTabs } from "../notification-tabs"

export const generateMetadata = meMetadata("通知设置")

export default async function NotificationPreferencePage() {
  const [, reply, counted] = await Promise.all([
    currentUser(paths.myNotificationSettings),
    serverApi("GET /notification/preference"),
    serverApi("GET /notification/count"),
  ])
  if (!reply.ok) throw pageError("通知设置没有读到", reply)
  return (
    <>
      <MeHead title="我的通知" />
      <Tabs label="通知" tabs={notificationTabs("settings", { unread: counted.ok ? counted.data.unread : 0 })} />
      <PreferenceForm preferences={reply.data.preference} mail={reply.data.mail} />
    </>
  )
}
