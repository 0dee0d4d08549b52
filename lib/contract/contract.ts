import { account } from "./account"
import { captcha } from "./captcha"
import { dashboard } from "./dashboard"
import { dynamic } from "./dynamic"
import { host } from "./host"
import { instantUpload } from "./instant-upload"
import { ledger } from "./ledger"
import { privacy } from "./privacy"
import { session } from "./session"
import { sign } from "./sign"
import { site } from "./site"
import { trial } from "./trial"
import { twoFactor } from "./two-factor"
import { verification } from "./verification"
import { advertisement } from "./advertisement"
import { article } from "./article"
import type { Area, Call, CallKey } from "./area"
import { attachment } from "./attachment"
import { audit } from "./audit"
import { banner } from "./banner"
import { category } from "./category"
import { comment } from "./comment"
import { document } from "./document"
import { downloadCode } from "./download-code"
import { favorite } from "./favorite"
import { friendlink } from "./friendlink"
import { group } from "./group"
import { language } from "./language"
import { navigation } from "./navigation"
import { oauth } from "./oauth"
import { order } from "./order"
import { payment } from "./payment"
import { punishment } from "./punishment"
import { reading } from "./reading"
import { recycle } from "./recycle"
import { report } from "./report"
import { search } from "./search"
import { settings } from "./settings"
import { sitemap } from "./sitemap"
import { sms } from "./sms"
import { spider } from "./spider"
import { user } from "./user"
import { webhook } from "./webhook"

/** All calls of `/api/v1`, by method and path. A call that is not here does not exist. */
export const contract = {
  ...site,
  ...settings,
  ...sitemap,
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
  ...report,
  ...attachment,
  ...audit,
  ...banner,
  ...friendlink,
  ...advertisement,
  ...language,
  ...category,
  ...navigation,
  ...document,
  ...reading,
  ...recycle,
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
