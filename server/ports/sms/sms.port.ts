import type { SmsSettingGroups } from "../../../lib/contract/people/sms.providers"

/** smsAliyun, smsTencent, smsBaidu, smsHuawei, smsHaomas */
export type SmsProvider = keyof SmsSettingGroups
/** The settings group with the provider's name, all values as text. */
export type SmsSettings = Readonly<Record<string, string>>
/** `mobile` is eleven digits or includes the country code (`+86…`); `type` is 0 for registration, 1 for login, 2 for password recovery. */
export type SmsMessage = { mobile: string; code: string; minutes: number; type: 0 | 1 | 2 }

/**
 * A message that could not be sent. `message` is a Chinese sentence for the log, `response` the provider's answer; neither contains secrets
 * or the code.
 */
export class SmsError extends Error {
  constructor(
    message: string,
    readonly response = "",
  ) {
    super(message)
    this.name = "SmsError"
  }
}

/**
 * Sends codes by SMS (docs/reference/api.md 2.12). Settings are passed on every send because they can change while the site runs. Answers
 * within ten seconds. "Sent" means that the provider accepted the message, not that the phone has received it.
 */
export interface SmsPort {
  /** @throws SmsError for every kind of failure, including missing settings */
  send(provider: SmsProvider, settings: SmsSettings, message: SmsMessage, signal?: AbortSignal): Promise<{ response: string }>
}
