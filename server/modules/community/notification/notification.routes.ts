import { notification } from "@/lib/contract/community/notification"
import { serve } from "@/server/routes"
import { readPreferences, savePreferences } from "./preference.usecases"
import { readNotification, readNotifications, readUnreadCount, removeNotifications } from "./notification.usecases"

export const notificationRoutes = serve(notification, {
  "GET /notification/list": readNotifications,
  "GET /notification/count": readUnreadCount,
  "PUT /notification/read": readNotification,
  "DELETE /notification": removeNotifications,
  "GET /notification/preference": readPreferences,
  "PUT /notification/preference": savePreferences,
})
