import type { Tab } from "@/components/people/account/me/tabs"
import { paths } from "@/lib/rules/path"
import { hrefOf } from "@/lib/view/library/list/query"

type NotificationTab = "all" | "unread" | "settings"

/** The tabs of the notifications: all, the unread ones with their number, and the notification settings. */
export const notificationTabs = (current: NotificationTab, { unread = 0, kind = "" } = {}): Tab[] => [
  { label: "全部", href: hrefOf(paths.myNotifications, { kind }), current: current === "all" },
  {
    label: unread > 0 ? `未读 ${unread}` : "未读",
    href: hrefOf(paths.myNotifications, { unread: "1", kind }),
    current: current === "unread",
  },
  { label: "设置", href: paths.myNotificationSettings, current: current === "settings" },
]
