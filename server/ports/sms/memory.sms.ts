import { recordable, refused, timedOut, unreachable } from "./delivery"
import { SmsError, type SmsMessage, type SmsPort, type SmsProvider } from "./sms.port"

/** How the next sends of the fake end: accepted, refused with a message, or never answered. */
export type SmsOutcome = { kind: "accept" } | { kind: "refuse"; text: string } | { kind: "silence" } | { kind: "down" }

/** The fake: records messages and fails on demand. */
export const memorySms = () => {
  const sent: (SmsMessage & { provider: SmsProvider })[] = []
  let outcome: SmsOutcome = { kind: "accept" }
  const sms: SmsPort = {
    send: async (provider, settings, message, signal) => {
      if (signal?.aborted) throw new SmsError("发送已取消")
      // A provider's fields are not known here, so every setting counts as a secret.
      const clean = (text: string) => recordable(text, Object.values(settings), message)
      if (outcome.kind === "refuse") throw refused(clean(outcome.text), clean(outcome.text))
      if (outcome.kind === "silence") throw timedOut(10)
      if (outcome.kind === "down") throw unreachable("memory", "ECONNREFUSED")
      sent.push({ ...message, provider })
      return { response: "OK" }
    },
  }
  return { ...sms, sent, behave: (next: SmsOutcome) => void (outcome = next) }
}
