import type { SmsSettingGroups } from "../../../lib/contract/people/sms.providers"

/** smsAliyun, smsTencent, smsBaidu, smsHuawei, smsHaomas */
export type SmsProvider = keyof SmsSettingGroups
/** The settings group of the provider's name, each value as text. */
export type SmsSettings = Readonly<Record<string, string>>
/** `mobile` as eleven digits or with its country (`+86…`); `type` 0 registering, 1 signing in, 2 finding a password. */
export type SmsMessage = { mobile: string; code: string; minutes: number; type: 0 | 1 | 2 }

/** A refused message. `message` is a Chinese sentence for the record, `response` the provider's answer; neither contains secrets or the code. */
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
 * Sends codes by SMS (docs/reference/api.md 2.12). Settings are handed in on every send, since they are edited while the site runs.
 * Answers within ten seconds; "sent" means that the provider took the message, not that the phone has it.
 */
export interface SmsPort {
  /** @throws SmsError for everything that can go wrong, a lack of settings included */
  send(provider: SmsProvider, settings: SmsSettings, message: SmsMessage, signal?: AbortSignal): Promise<{ response: string }>
}
