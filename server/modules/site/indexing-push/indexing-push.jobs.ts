import { job } from "@/server/module"
import { pushChanges } from "./indexing-push.usecases"

export const pushChangesJob = job({
  name: "push-changes",
  timeoutSeconds: 600,
  retries: 2,
  concurrency: 1,
  every: "*/20 * * * *",
  run: (ctx, _, signal) => pushChanges(ctx, signal),
})
