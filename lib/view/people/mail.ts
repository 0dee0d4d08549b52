import type { Settings } from "../../contract/types"
import { offers } from "../capabilities"

type MailCapabilities = Pick<Settings, "system" | "capabilities">

/** A server behind the site without test mails does not report whether it can send mail either; it is assumed that it can. */
const saysSo = ({ capabilities }: MailCapabilities): boolean => offers(capabilities.absent, "POST /config/email/test")

/** Returns false if the site is known not to send mail. */
export const sendsMail = (settings: MailCapabilities): boolean => settings.system.enable_email || !saysSo(settings)

/** Returns the settings screen that lacks something for mailing a link: the mail settings, or the site's address. */
export const missingForLinks = (settings: MailCapabilities): "email" | "system" | undefined =>
  !sendsMail(settings) ? "email" : saysSo(settings) && settings.system.domain === "" ? "system" : undefined
