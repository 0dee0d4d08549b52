import { CodeType } from "@/lib/contract/people/verification.enums"
import { SmsStatus } from "@/lib/contract/people/sms.enums"
import { smsProviders } from "@/lib/contract/people/sms.providers"
import type { Ctx } from "@/server/context"
import { job } from "@/server/module"
import { SmsError, type SmsProvider } from "@/server/ports/sms/sms.port"
import { settingsOf } from "../../site/settings/settings.usecases"
import { closeRecord, openRecord } from "../sms/record.usecases"
import { ownerOfMobile } from "../user/people.usecases"
import { codeMinutes, codeOf } from "./code.rules"
import { findCode, type StoredCode } from "./verification.repository"

const isProvider = (name: string): name is SmsProvider => Object.hasOwn(smsProviders, name)

/** The template for each purpose. Platforms have none for binding and complaints, so the one for registration is used. */
const wordings = {
  [CodeType.register]: 0,
  [CodeType.login]: 1,
  [CodeType.find_password]: 2,
  [CodeType.bind]: 0,
  [CodeType.complaint]: 0,
} as const

/**
 * Sends the SMS of one code and records the provider's response. A message costs money, so a rejected one is not retried. An unverified
 * number gets no code for password recovery.
 */
export const sendSmsJob = job<{ code_id: number }>({
  name: "send-sms",
  timeoutSeconds: 60,
  retries: 1,
  concurrency: 4,
  run: async (ctx, { code_id }, signal) => {
    const row = await findCode(ctx.db, code_id)
    if (!row || row.used_at || row.expires_at <= ctx.now()) return
    const { sms_provider: provider } = await settingsOf(ctx.app, "sms")
    const owner = await ownerOfMobile(ctx, row.address)
    if (!isProvider(provider) || (row.type === CodeType.find_password && !owner)) return
    const id = await openRecord(ctx, row, provider, owner?.id ?? 0)
    if (id === null) return
    const outcome = await deliver(ctx, row, provider, signal)
    await closeRecord(ctx, id, outcome)
  },
})

const deliver = async (ctx: Ctx, row: StoredCode, provider: SmsProvider, signal: AbortSignal) => {
  const type = wordings[row.type as keyof typeof wordings]
  try {
    const { response } = await ctx.app.sms.send(
      provider,
      await settingsOf(ctx.app, provider),
      { mobile: row.address, code: codeOf(ctx.app.secret, row), minutes: codeMinutes.sms, type },
      signal,
    )
    return { status: SmsStatus.success, response }
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    ctx.app.log.warn({ code_id: row.id, provider, error: error.message }, "短信没有发出去")
    return { status: SmsStatus.failed, error: error.message.slice(0, 500), response: error.response }
  }
}
