import type { Settings } from "../../contract/types"

/** A site that does not state whether it can send mail is assumed to send it. */
type MailSettings = Pick<Settings, "system" | "features">

/** Returns false if the site is known not to send mail. */
export const sendsMail = ({ system, features }: MailSettings): boolean => system.enable_email || !features.mail_state

/** Returns the settings screen that lacks something for mailing a link: the mail settings, or the site's address. */
export const missingForLinks = (settings: MailSettings): "email" | "system" | undefined =>
  !sendsMail(settings) ? "email" : settings.features.mail_state && settings.system.domain === "" ? "system" : undefined
