import { eq } from "drizzle-orm"
import type { DbCtx, LoggedIn } from "@/server/context"
import { notFound } from "@/server/errors"
import { findUser, updateUser } from "../user/people.usecases"
import { profileChangeTable as t } from "./profile-change.table"

/* Signatures that wait for staff (docs/decisions/477). */

/** Stores a signature that waits for review, in place of an earlier one. The public one stays until then. */
export const holdSignature = async ({ db }: DbCtx, user_id: number, signature: string, now: Date): Promise<void> => {
  const values = { signature, created_at: now }
  await db
    .insert(t)
    .values({ user_id, ...values })
    .onConflictDoUpdate({ target: t.user_id, set: values })
}

/** Forgets a signature that waits, because a newer one was published. */
export const dropHeldSignature = async ({ db }: DbCtx, user_id: number): Promise<void> => {
  await db.delete(t).where(eq(t.user_id, user_id))
}

/** Publishes the waiting signature of a user, or discards it, and notifies the user. @throws 404 if none waits */
export const decideProfile = (ctx: LoggedIn, { id, approve, reason }: { id: number; approve: boolean; reason: string }): Promise<object> =>
  ctx.tx(async (ctx) => {
    const [row] = await ctx.db.delete(t).where(eq(t.user_id, id)).returning()
    const user = row && (await findUser(ctx, id))
    if (!row || !user || user.closed_at) throw notFound("这份资料已经不在等待审核了")
    if (approve) {
      await updateUser(ctx, id, { signature: row.signature }, ctx.now())
      await ctx.changed("user", id)
    }
    await ctx.notify([
      {
        kind: "profile_review",
        user_id: id,
        by: ctx.user.id,
        data: { verdict: approve ? "approved" : "rejected", ...(!approve && reason && { reason }) },
      },
    ])
    return {}
  })
