import { job } from "@/server/module"
import { eraseAccount, listDueAccounts } from "./account-closure.usecases"

/** Erases accounts whose closing period has expired. A failure does not stop the others. */
export const eraseAccountsJob = job({
  name: "erase-accounts",
  timeoutSeconds: 1_800,
  retries: 0,
  concurrency: 1,
  every: "41 * * * *",
  run: async (ctx, _payload, signal) => {
    for (const { id } of await listDueAccounts(ctx)) {
      if (signal.aborted) return
      await eraseAccount(ctx, id).catch((error: unknown) => ctx.app.log.error({ err: error, user: id }, "账号没有注销成"))
    }
  },
})
