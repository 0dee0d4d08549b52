import type { Ctx } from "@/server/context"
import { job } from "@/server/module"
import { safetySetting } from "../content-safety/safety-check.usecases"
import { checkCommentSafety } from "./safety-check.usecases"

/** Sends a comment to the content-safety service. */
export const commentSafetyJob = job<{ comment_id: number }>({
  name: "check-comment-safety",
  timeoutSeconds: 600,
  // about an hour, since the pauses double
  retries: 10,
  concurrency: 2,
  run: (ctx, { comment_id }, signal) => checkCommentSafety(ctx, comment_id, signal),
})

/** Enqueues the check of a new comment, in its transaction; nothing if the service is off. */
export const enqueueCommentSafety = async (ctx: Ctx, comment_id: number): Promise<void> => {
  if (await safetySetting(ctx.app)) await ctx.enqueue(commentSafetyJob, { comment_id }, { key: String(comment_id) })
}
