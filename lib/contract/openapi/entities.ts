import { z } from "zod"
import * as account from "../people/account"
import * as advertisement from "../site/advertisement"
import * as appeal from "../people/appeal"
import * as announcement from "../site/announcement"
import * as article from "../articles/article"
import * as banner from "../site/banner"
import * as captcha from "../people/captcha"
import * as category from "../library/category"
import * as comment from "../community/comment"
import * as document from "../library/document"
import * as documentVersions from "../library/document.versions"
import * as dynamic from "../people/activity"
import * as favorite from "../community/favorite"
import * as group from "../people/group"
import * as instantUpload from "../library/instant-upload"
import * as language from "../library/language"
import * as ledger from "../money/ledger"
import * as navigation from "../site/navigation"
import * as notification from "../community/notification"
import * as oauth from "../people/oauth"
import * as order from "../money/order"
import * as privacy from "../people/privacy"
import * as punishment from "../people/punishment"
import * as punishmentTemplate from "../people/punishment.templates"
import * as reading from "../library/reading"
import * as recycle from "../library/recycle"
import * as complaint from "../community/complaint"
import * as report from "../community/report"
import * as sensitiveWord from "../community/sensitive-word"
import * as session from "../people/session"
import * as settings from "../site/settings"
import * as sharing from "../library/sharing"
import * as sign from "../money/sign-in"
import * as site from "../site/site"
import * as sms from "../people/sms"
import * as streams from "../streams"
import * as user from "../people/user"

const areas = [
  account,
  advertisement,
  announcement,
  appeal,
  article,
  banner,
  captcha,
  category,
  comment,
  document,
  documentVersions,
  dynamic,
  favorite,
  group,
  instantUpload,
  language,
  ledger,
  navigation,
  notification,
  oauth,
  order,
  privacy,
  punishment,
  punishmentTemplate,
  reading,
  recycle,
  report,
  complaint,
  sensitiveWord,
  session,
  settings,
  sharing,
  sign,
  site,
  sms,
  streams,
  user,
]

/** Makes every exported schema of an area a component of the document under its export name: `User`, `Document`, … */
export const nameEntities = (): void => {
  for (const [name, exported] of areas.flatMap((area) => Object.entries<unknown>(area)))
    if (exported instanceof z.ZodType && /^[A-Z]/.test(name)) z.globalRegistry.add(exported, { ...exported.meta(), id: name })
}
