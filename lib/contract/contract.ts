import { account } from "./people/account"
import { captcha } from "./people/captcha"
import { dashboard } from "./operations/dashboard"
import { dynamic } from "./people/activity"
import { host } from "./operations/host"
import { instantUpload } from "./library/instant-upload"
import { ledger } from "./money/ledger"
import { privacy } from "./people/privacy"
import { session } from "./people/session"
import { sign } from "./money/sign-in"
import { site } from "./site/site"
import { trial } from "./operations/trial"
import { twoFactor } from "./people/two-factor"
import { verification } from "./people/verification"
import { advertisement } from "./site/advertisement"
import { appeal } from "./people/appeal"
import { announcement } from "./site/announcement"
import { article } from "./articles/article"
import type { Area, Call, CallKey } from "./area"
import { attachment } from "./library/attachment"
import { alarm } from "./operations/alarm"
import { audit } from "./operations/audit"
import { banner } from "./site/banner"
import { category } from "./library/category"
import { comment } from "./community/comment"
import { contentSafety } from "./community/content-safety"
import { document } from "./library/document"
import { downloadCode } from "./money/download-code"
import { favorite } from "./community/favorite"
import { sensitiveWord } from "./community/sensitive-word"
import { friendlink } from "./site/friendlink"
import { group } from "./people/group"
import { job } from "./operations/job"
import { language } from "./library/language"
import { navigation } from "./site/navigation"
import { oauth } from "./people/oauth"
import { order } from "./money/order"
import { payment } from "./money/payment"
import { punishment } from "./people/punishment"
import { punishmentTemplate } from "./people/punishment.templates"
import { reading } from "./library/reading"
import { recycle } from "./library/recycle"
import { complaint } from "./community/complaint"
import { report } from "./community/report"
import { review } from "./operations/review"
import { samples } from "./site/samples"
import { search } from "./library/search"
import { settings } from "./site/settings"
import { notification } from "./community/notification"
import { sharing } from "./library/sharing"
import { sitemap } from "./site/sitemap"
import { sms } from "./people/sms"
import { spider } from "./collecting/spider"
import { user } from "./people/user"
import { webhook } from "./site/webhook"

/** All calls of `/api/v1`, by method and path. A call that is not listed here does not exist. */
export const contract = {
  ...site,
  ...settings,
  ...sitemap,
  ...samples,
  ...host,
  ...dashboard,
  ...account,
  ...session,
  ...trial,
  ...twoFactor,
  ...captcha,
  ...verification,
  ...user,
  ...dynamic,
  ...ledger,
  ...sign,
  ...privacy,
  ...oauth,
  ...sms,
  ...group,
  ...punishment,
  ...punishmentTemplate,
  ...appeal,
  ...report,
  ...complaint,
  ...review,
  ...attachment,
  ...alarm,
  ...audit,
  ...job,
  ...banner,
  ...friendlink,
  ...sensitiveWord,
  ...contentSafety,
  ...advertisement,
  ...announcement,
  ...language,
  ...category,
  ...navigation,
  ...document,
  ...reading,
  ...recycle,
  ...sharing,
  ...notification,
  ...instantUpload,
  ...article,
  ...favorite,
  ...comment,
  ...order,
  ...downloadCode,
  ...payment,
  ...search,
  ...spider,
  ...webhook,
} satisfies Area

export type Contract = typeof contract
export type Key = keyof Contract
export const keys = Object.keys(contract) as Key[]
export const callOf = (key: string): Call | undefined => (contract as Record<CallKey, Call>)[key as CallKey]
