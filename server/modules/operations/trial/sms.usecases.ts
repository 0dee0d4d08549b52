import { smsProviders } from "@/lib/contract/people/sms.providers"
import type { LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { SmsError, type SmsProvider } from "@/server/ports/sms/sms.port"
import { settingsOf } from "../../site/settings/settings.usecases"

const isProvider = (name: string): name is SmsProvider => Object.hasOwn(smsProviders, name)
/** The login message, the one template that every platform has. The code cannot be used. */
const message = { code: "123456", minutes: 10, type: 1 } as const

/**
 * Serves `POST /config/sms/test`: sends one message with the saved settings. It costs money. A rejection by the platform is a 400 with the
 * port's message.
 */
export const sendTestSms = async ({ app }: LoggedIn, { mobile }: { mobile: string }): Promise<Record<string, never>> => {
  const { sms_provider: provider } = await settingsOf(app, "sms")
  if (!isProvider(provider)) throw invalid("还没有选择短信服务商，请选好并保存后再试")
  await app.sms.send(provider, await settingsOf(app, provider), { mobile, ...message }).catch((error: unknown) => {
    throw error instanceof SmsError ? invalid(error.message) : error
  })
  return {}
}
