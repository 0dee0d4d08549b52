import { and, eq } from "drizzle-orm"
import { SmsStatus } from "@/lib/contract/people/sms.enums"
import type { Ctx } from "@/server/context"
import { smsTable } from "./sms.table"

/* The record of a message while it is being sent. */

type Code = { id: number; type: number; address: string; ip: string }

/** Returns the record of this code, new or from an interrupted run; null if the code has already been sent. */
export const openRecord = async (ctx: Ctx, row: Code, provider: string, user_id: number): Promise<number | null> => {
  const [existing] = await ctx.db.select({ id: smsTable.id, status: smsTable.status }).from(smsTable).where(eq(smsTable.code_id, row.id))
  if (existing) return existing.status === SmsStatus.sending ? existing.id : null
  const now = ctx.now()
  const [added] = await ctx.db
    .insert(smsTable)
    .values({
      code_id: row.id,
      type: row.type,
      status: SmsStatus.sending,
      user_id,
      mobile: row.address,
      ip: row.ip,
      provider,
      created_at: now,
      updated_at: now,
    })
    .returning({ id: smsTable.id })
  return added!.id
}

/** Records the result. A finished record does not change. */
export const closeRecord = (ctx: Ctx, id: number, outcome: Partial<Pick<typeof smsTable.$inferInsert, "status" | "response" | "error">>) =>
  ctx.db
    .update(smsTable)
    .set({ ...outcome, updated_at: ctx.now() })
    .where(and(eq(smsTable.id, id), eq(smsTable.status, SmsStatus.sending)))

/** Records that the code of this message was used. */
export const noteUse = (ctx: Ctx, codeId: number) => ctx.db.update(smsTable).set({ used_at: ctx.now() }).where(eq(smsTable.code_id, codeId))
