import { DowncodeStatus } from "@/lib/contract/money/download-code.enums"
import { credits, type Credits } from "@/lib/rules/money/money"
import type { Ctx, LoggedIn } from "@/server/context"
import { pageOf } from "@/server/db/listing"
import { invalid, notFound } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"
import { keptOf, newCodes } from "./code.rules"
import { addBatch, isDocument, listCodes, lockCode, markUsed, revoke, type CodeFilter } from "./download-code.repository"

type BatchRequest = { count: number; remark: string; expired_at?: Date | null; max_price?: number; document_id?: number }

/**
 * Issues a batch of codes. Only this response contains them: the table stores their hashes. @throws 400, 404 if the document does not exist
 */
export const issueCodes = async (ctx: LoggedIn, { count, remark, expired_at = null, max_price = 0, document_id = 0 }: BatchRequest) => {
  if (expired_at && expired_at <= ctx.now()) throw invalid("过期时间应在将来", "expired_at")
  if (document_id && !(await isDocument(ctx.db, document_id))) throw notFound("文档不存在", "document_id")
  const downcode = newCodes(count)
  const values = { count, remark, expired_at, document_id, max_price: credits(max_price), user_id: ctx.user.id, created_at: ctx.now() }
  const batch_id = await ctx.tx(({ db }) =>
    addBatch(
      db,
      values,
      downcode.map((code) => keptOf(code)!),
    ),
  )
  return { batch_id, remark, expired_at, downcode }
}

type CodeState = { used_at: Date | null; revoked_at: Date | null; expired_at: Date | null }

/** Returns the status of a code. A use or a revocation is final, even after the code has expired. */
const codeStatusOf = ({ used_at, revoked_at, expired_at }: CodeState, now: Date): number => {
  if (used_at) return DowncodeStatus.used
  if (revoked_at) return DowncodeStatus.revoked
  return expired_at && expired_at <= now ? DowncodeStatus.expired : DowncodeStatus.unused
}

/** Lists codes for staff, newest first: only their first letters, with what they were used for. */
export const readCodes = async (ctx: Ctx, input: CodeFilter & { page?: number; size?: number; limit?: number }) => {
  const { rows, total } = await listCodes(ctx.db, input, ctx.now(), pageOf(input, 100))
  return { total, downcode: rows.map((row) => ({ ...row, status: codeStatusOf(row, ctx.now()) })) }
}

/** Revokes unused codes, single ones and whole batches, and returns how many. Codes that are used or already revoked do not change. */
export const revokeCodes = async (ctx: LoggedIn, { id, batch_id }: { id?: number[]; batch_id?: number[] }) => {
  if (!id?.length && !batch_id?.length) throw invalid("请选择要作废的下载码")
  return { count: await revoke(ctx.db, { id, batch_id }, ctx.now()) }
}

const refusals: Record<number, string> = {
  [DowncodeStatus.used]: "这个下载码已经用过了",
  [DowncodeStatus.revoked]: "这个下载码已经作废",
  [DowncodeStatus.expired]: "这个下载码已经过期",
}

/** The purchase that a code pays for. */
type Purchase = { user_id: number; order_no: string; product_id: number; amount: Credits }

/**
 * Redeems a code for an order, in the transaction that pays it. Of several concurrent requests one succeeds; the others see that the code
 * is used.
 * @throws 400 for a code that is unknown, used, revoked, expired, or not valid for this document
 */
export const redeemCode = async (ctx: Ctx, given: string, { user_id, order_no, product_id, amount }: Purchase): Promise<void> => {
  const codeDigest = keptOf(given)
  const code = codeDigest && (await lockCode(ctx.db, codeDigest.hash))
  const refuse = (message: string) => invalid(message, "downcode")
  if (!code) throw refuse("下载码不正确，请检查后重新输入")
  const refusal = refusals[codeStatusOf(code, ctx.now())]
  if (refusal) throw refuse(refusal)
  if (code.document_id && code.document_id !== product_id) throw refuse("这个下载码不能用于这份文档")
  if (code.max_price && amount > code.max_price) {
    const { credit_name } = await settingsOf(ctx.app, "score")
    throw refuse(`这个下载码只能用于 ${code.max_price} ${credit_name}以内的文档`)
  }
  await markUsed(ctx.db, code.id, { user_id, order_no, used_at: ctx.now() })
}
