import { randomBytes } from "node:crypto"
import type { Ctx, DbCtx } from "@/server/context"
import { dayStart } from "@/lib/rules/day"
import { invalid, tooMany } from "@/server/errors"
import { neighbourhoodOf, networkOf } from "@/server/security/network"
import { noteUse } from "../sms/record.usecases"
import { codeGapSeconds, codeMinutes, codesADay, codeTries, isCodeOf, spelledAddress, type Channel } from "./code.rules"
import { sendMailJob } from "./send-mail.jobs"
import { sendSmsJob } from "./send-sms.jobs"
import { withinBudget } from "./sms-budget.policy"
import { addCode, consumeCodeRow, countSentFrom, countSentTo, countTry, findNewestCode, lockSending } from "./verification.repository"
import { usedTokenTable } from "./verification.table"

export type CodeFor = { channel: Channel; address: string; type: number }

const dayMs = 86_400_000
const labels: Record<Channel, string> = { mail: "邮箱验证码", sms: "短信验证码" }

/**
 * Queues a code for this address (or, for `find_password` by mail, a link): one row and one job, whether or not the address has an account.
 * The job decides what to send, so neither the response nor its timing reveals anything. Returns the `minutes` of validity.
 * @throws 429 with Retry-After: one minute between two, the limits of a day (`codesADay`), the site's budget of SMS
 */
export const sendCode = (
  ctx: Ctx,
  { channel, address, type, minutes = codeMinutes[channel] }: CodeFor & { minutes?: number },
): Promise<void> =>
  ctx.tx(async (ctx) => {
    const spelled = spelledAddress(channel, address)
    const now = ctx.now()
    const { ip } = ctx.request
    const origin = { network: networkOf(ip), neighbourhood: neighbourhoodOf(ip) }
    await lockSending(ctx.db, channel, spelled, origin)
    const today = dayStart(now)
    // the one-minute gap also applies across midnight
    const minuteAgo = new Date(now.getTime() - codeGapSeconds * 1000)
    const { last } = await countSentTo(ctx.db, channel, spelled, minuteAgo)
    if (last && last > minuteAgo) throw tooMany(Math.ceil((last.getTime() - minuteAgo.getTime()) / 1000), "发送太频繁，请稍后再试")
    const tomorrow = Math.ceil((today.getTime() + dayMs - now.getTime()) / 1000)
    const to = await countSentTo(ctx.db, channel, spelled, today)
    const from = await countSentFrom(ctx.db, origin, today)
    if (to.count >= codesADay.address || from.network >= codesADay.network || from.neighbourhood >= codesADay.neighbourhood)
      throw tooMany(tomorrow, "今天获取的次数太多，请明天再试")
    if (channel === "sms" && !(await withinBudget(ctx, today))) throw tooMany(tomorrow, "今天的短信已经发完，请明天再试，或换一种方式")
    const code_id = await addCode(ctx.db, {
      channel,
      address: spelled,
      type,
      salt: randomBytes(24).toString("base64url"),
      ip: ip.slice(0, 64),
      ...origin,
      created_at: now,
      expires_at: new Date(now.getTime() + minutes * 60_000),
    })
    await ctx.enqueue(channel === "mail" ? sendMailJob : sendSmsJob, { code_id }, { key: `code-${code_id}` })
  })

/** A verified code that must still be consumed; `refusal` is the message if another request consumes it first. */
export type ProvenCode = { id: number; channel: Channel; refusal: string }

/**
 * Compares with the newest code of this address and purpose. The attempt counts even if the request fails, so call this before a
 * transaction begins, and `consumeCode` inside it.
 * @throws 400 for a code that is wrong, used, expired, or tried too often
 */
export const proveCode = async ({ app, now }: Ctx, { channel, address, type, code }: CodeFor & { code: string }): Promise<ProvenCode> => {
  const { db } = app.database
  const row = await findNewestCode(db, channel, spelledAddress(channel, address), type)
  const refusal = `${labels[channel]}错误`
  if (!row || row.used_at) throw invalid(refusal, "code")
  if (row.expires_at <= now()) throw invalid(`${labels[channel]}已过期`, "code")
  if (!(await countTry(db, row.id, codeTries))) throw invalid(`${labels[channel]}输错的次数太多，请重新获取`, "code")
  if (!isCodeOf(app.secret, row, code)) throw invalid(refusal, "code")
  return { id: row.id, channel, refusal }
}

/** Consumes the code in the transaction that it authorises; of concurrent requests only one succeeds. */
export const consumeCode = async (ctx: Ctx, { id, channel, refusal }: ProvenCode): Promise<void> => {
  if (!(await consumeCodeRow(ctx.db, id, ctx.now()))) throw invalid(refusal, "code")
  if (channel === "sms") await noteUse(ctx, id)
}

/** Verifies and consumes a code. Do not call it inside `ctx.tx`: counting the attempt needs a separate connection. */
export const requireCode = async (ctx: Ctx, request: CodeFor & { code: string }): Promise<void> =>
  consumeCode(ctx, await proveCode(ctx, request))

/** Consumes an id. Returns true the first time. */
export const consumeToken = async ({ db }: DbCtx, id: string, expires_at: Date): Promise<boolean> =>
  (await db.insert(usedTokenTable).values({ id, expires_at }).onConflictDoNothing().returning()).length > 0
