import { job } from "@/server/module"
import { mailDaily, mailNotification } from "./mail.usecases"
import { listDailyUsers } from "./notification.repository"

export const mailNotificationJob = job<{ notification_id: number }>({
  name: "mail-notification",
  timeoutSeconds: 60,
  retries: 5,
  concurrency: 2,
  run: (ctx, { notification_id }) => mailNotification(ctx, notification_id),
})

export const mailDailyJob = job<{ user_id: number }>({
  name: "mail-daily-notifications",
  timeoutSeconds: 60,
  retries: 5,
  concurrency: 2,
  run: (ctx, { user_id }) => mailDaily(ctx, user_id),
})

/** Runs once a day: sends one mail to each user with pending notifications. */
export const startDailyMailsJob = job({
  name: "start-daily-notifications",
  timeoutSeconds: 300,
  retries: 0,
  concurrency: 1,
  every: "13 8 * * *",
  run: async (ctx, _payload, signal) => {
    for (let after = 0; !signal.aborted;) {
      const users = await listDailyUsers(ctx.db, after)
      if (!users.length) return
      for (const user_id of users) await ctx.enqueue(mailDailyJob, { user_id }, { key: String(user_id) })
      after = users.at(-1)!
    }
  },
})
