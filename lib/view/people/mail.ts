import type { Settings } from "../../contract/types"
import { offers } from "../capabilities"

type Known = Pick<Settings, "system" | "capabilities">

/** A server behind the site that has no test mail does not say either whether it sends mail: it is believed to. */
const saysSo = ({ capabilities }: Known): boolean => offers(capabilities.absent, "POST /config/email/test")

/** False where the site is known to send no mail. */
export const sendsMail = (settings: Known): boolean => settings.system.enable_email || !saysSo(settings)

/** The screen of the settings that lack something for mailing a link: mail itself, or the site's own address. */
export const missingForLinks = (settings: Known): "email" | "system" | undefined =>
  !sendsMail(settings) ? "email" : saysSo(settings) && settings.system.domain === "" ? "system" : undefined
