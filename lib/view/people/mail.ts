import type { Settings } from "../../contract/types"

/** A site that does not state whether it can send mail is assumed to send it. */
type MailSettings = Pick<Settings, "system" | "features">

/** Returns false if the site is known not to send mail. */
export const sendsMail = ({ system, features }: MailSettings): boolean => system.enable_email || !features.mail_state

/** Returns false if the site cannot mail a link: it sends no mail, or its address is not set. */
export const mailsLinks = (settings: MailSettings): boolean =>
  sendsMail(settings) && (settings.system.domain !== "" || !settings.features.mail_state)
