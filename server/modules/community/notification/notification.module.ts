import { notificationDays } from "@/lib/contract/community/notification.kinds"
import { defineModule } from "@/server/module"
import { mailDailyJob, mailNotificationJob, startDailyMailsJob } from "./notification.jobs"
import { forgetActor } from "./notification.repository"
import { notificationRoutes } from "./notification.routes"
import { notificationActorTable, notificationPreferenceTable, notificationTable } from "./notification.table"
import { storeNotices } from "./store.usecases"
import { serveUnsubscribe } from "./unsubscribe.http"

export const notificationModule = defineModule({
  ...notificationRoutes,
  notify: storeNotices,
  jobs: [mailNotificationJob, mailDailyJob, startDailyMailsJob],
  addresses: [{ path: "/unsubscribe/", create: (app) => (exchange) => serveUnsubscribe(app, exchange) }],
  personal: [
    { table: notificationTable, exportAs: "notification", onErase: "delete" },
    {
      table: notificationActorTable,
      onErase: ({ db }, { id }) => forgetActor(db, id),
      notExported: "says to others what the user has done, which the lists of favourites and comments contain",
    },
    { table: notificationPreferenceTable, exportAs: "notification_preference", order: notificationPreferenceTable.kind, onErase: "delete" },
  ],
  sweep: [
    {
      table: notificationTable,
      by: notificationTable.updated_at,
      before: (now) => new Date(now.getTime() - notificationDays * 86_400_000),
    },
  ],
})
