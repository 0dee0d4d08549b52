import { z } from "zod"
import * as account from "../account"
import * as advertisement from "../advertisement"
import * as article from "../article"
import * as banner from "../banner"
import * as captcha from "../captcha"
import * as category from "../category"
import * as comment from "../comment"
import * as document from "../document"
import * as dynamic from "../dynamic"
import * as favorite from "../favorite"
import * as group from "../group"
import * as instantUpload from "../instant-upload"
import * as language from "../language"
import * as ledger from "../ledger"
import * as navigation from "../navigation"
import * as oauth from "../oauth"
import * as order from "../order"
import * as privacy from "../privacy"
import * as punishment from "../punishment"
import * as reading from "../reading"
import * as recycle from "../recycle"
import * as report from "../report"
import * as session from "../session"
import * as settings from "../settings"
import * as sign from "../sign"
import * as site from "../site"
import * as sms from "../sms"
import * as streams from "../streams"
import * as user from "../user"

const areas = [
  account,
  advertisement,
  article,
  banner,
  captcha,
  category,
  comment,
  document,
  dynamic,
  favorite,
  group,
  instantUpload,
  language,
  ledger,
  navigation,
  oauth,
  order,
  privacy,
  punishment,
  reading,
  recycle,
  report,
  session,
  settings,
  sign,
  site,
  sms,
  streams,
  user,
]

/** Every exported schema of an area is a component of the document, under the name that it is exported by: `User`, `Document`, … */
export const nameEntities = (): void => {
  for (const [name, exported] of areas.flatMap((area) => Object.entries<unknown>(area)))
    if (exported instanceof z.ZodType && /^[A-Z]/.test(name)) z.globalRegistry.add(exported, { ...exported.meta(), id: name })
}
