import type { Ctx } from "../../context"
import { publish } from "../../db/events"

/** Who may do what has changed: every process looks each person up anew, this one at its very next request. */
export const announceRights = async (ctx: Ctx): Promise<void> => {
  await publish(ctx.db, "rights", {})
  ctx.app.sessions.forgetAll()
}
