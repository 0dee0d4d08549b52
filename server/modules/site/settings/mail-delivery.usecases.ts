import type { Ctx } from "@/server/context"
import { MailError, type Mail } from "@/server/ports/mail/mail.port"
import { settingsOf } from "./settings.usecases"

/** Removes the address from a server's message before it is logged or stored. */
const withoutAddress = (text: string, address: string) =>
  text.replace(new RegExp(address.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi"), "***")

/**
 * Sends a mail from a job, with the current settings; does nothing while mail is switched off. A temporary failure is thrown, so that the
 * queue retries; a permanent one is logged with `about` and dropped.
 */
export const deliverMail = async (ctx: Ctx, to: string, content: Omit<Mail, "to">, about: object): Promise<void> => {
  const { enable, duration: _, ...settings } = await settingsOf(ctx.app, "email")
  if (!enable) return
  try {
    await ctx.app.mail.send(settings, { to, ...content })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const message = withoutAddress(error.message, to)
    if (!error.permanent) throw new Error(message)
    ctx.app.log.error({ ...about, error: message }, "邮件没有发出去")
  }
}
