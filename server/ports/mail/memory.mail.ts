import { checkMail } from "./mail-settings"
import type { Mail, MailError, MailPort, MailSettings } from "./mail.port"

/** The fake: records mails and fails on demand (`fail(null)` stops failing). */
export const memoryMail = () => {
  const sent: (Mail & { settings: MailSettings })[] = []
  let failure: MailError | null = null
  const port: MailPort = {
    send: async (settings, mail) => {
      checkMail(settings, mail)
      if (failure) throw failure
      sent.push({ ...mail, settings })
    },
  }
  return { ...port, sent, fail: (next: MailError | null) => void (failure = next) }
}
