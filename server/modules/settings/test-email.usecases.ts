import type { LoggedIn } from "../../context"
import { invalid } from "../../errors"
import { MailError } from "../../ports/mail/mail.port"
import { testMail } from "../../ports/mail/templates"
import { settingsOf } from "./settings.usecases"

/**
 * `POST /config/email/test`: a mail with the saved settings, whether mail is switched on or not, so that staff can try them
 * first. Takes twenty seconds at most (`MailPort`); what went wrong comes back as 400, in the port's words.
 */
export const sendTestEmail = async ({ app }: LoggedIn, { email }: { email: string }): Promise<Record<string, never>> => {
  const [{ sitename }, { enable: _, duration: __, ...settings }] = await Promise.all([settingsOf(app, "system"), settingsOf(app, "email")])
  await app.mail.send(settings, { to: email, ...testMail({ sitename }) }).catch((error: unknown) => {
    throw error instanceof MailError ? invalid(error.message) : error
  })
  return {}
}
