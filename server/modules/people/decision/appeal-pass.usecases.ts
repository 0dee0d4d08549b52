import { and, desc, eq } from "drizzle-orm"
import { AppealStatus, DecisionKind } from "@/lib/contract/people/appeal.enums"
import type { Ctx } from "@/server/context"
import { signToken, verifyToken } from "@/server/security/token"
import { appealTable } from "../appeal/appeal.table"
import { decisionTable } from "./decision.table"

/* A user whose account is disabled cannot log in, but may appeal once (docs/decisions/445). */

/** How long a pass is valid (ms): long enough to write an appeal. */
const passMs = 30 * 60_000

const answerOf = (status: number, answer: string): string => {
  if (status === AppealStatus.waiting) return "。你的申诉正在等待答复"
  return status === AppealStatus.dismissed ? `。你的申诉没有成立${answer ? `：${answer}` : ""}` : ""
}

/**
 * Returns what a refused login says of the appeal against a punishment: `pass`, a signed permission to send it, or `note`, what became of
 * it. Both are empty if no decision about the punishment was recorded.
 */
export const appealOfPunishment = async (
  ctx: Ctx,
  punishment: { id: number; user_id: number },
): Promise<{ pass: string; note: string }> => {
  const [decision] = await ctx.db
    .select({ id: decisionTable.id, status: appealTable.status, answer: appealTable.answer })
    .from(decisionTable)
    .leftJoin(appealTable, eq(appealTable.decision_id, decisionTable.id))
    .where(and(eq(decisionTable.kind, DecisionKind.punishment), eq(decisionTable.object_id, punishment.id)))
    .orderBy(desc(decisionTable.id))
    .limit(1)
  if (!decision) return { pass: "", note: "" }
  if (decision.status !== null) return { pass: "", note: answerOf(decision.status, decision.answer ?? "") }
  const now = ctx.now()
  const claims = { sub: String(punishment.user_id), jti: String(decision.id) }
  return { pass: await signToken(ctx.app.secret, "appeal", claims, new Date(now.getTime() + passMs), now), note: "" }
}

/** Returns the user and the decision of a pass; null if it is invalid or has expired. */
export const readAppealPass = async (ctx: Ctx, pass: string): Promise<{ user_id: number; decision_id: number } | null> => {
  const claims = await verifyToken(ctx.app.secret, "appeal", pass, ctx.now())
  return claims && { user_id: Number(claims.sub), decision_id: Number(claims.jti) }
}
