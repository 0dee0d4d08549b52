import type { Manifest } from "./module"
import { auditModule } from "./modules/audit/audit.module"
import { accountModule } from "./modules/account/account.module"
import { advertisementModule } from "./modules/advertisement/advertisement.module"
import { articleModule } from "./modules/article/article.module"
import { attachmentModule } from "./modules/attachment/attachment.module"
import { bannerModule } from "./modules/banner/banner.module"
import { captchaModule } from "./modules/captcha/captcha.module"
import { categoryModule } from "./modules/category/category.module"
import { commentModule } from "./modules/comment/comment.module"
import { documentModule } from "./modules/document/document.module"
import { downloadCodeModule } from "./modules/download-code/download-code.module"
import { dynamicModule } from "./modules/dynamic/dynamic.module"
import { favoriteModule } from "./modules/favorite/favorite.module"
import { filesModule } from "./modules/files/files.module"
import { friendlinkModule } from "./modules/friendlink/friendlink.module"
import { groupModule } from "./modules/group/group.module"
import { dashboardModule } from "./modules/dashboard/dashboard.module"
import { dailyCountModule } from "./modules/daily-count/daily-count.module"
import { hostModule } from "./modules/host/host.module"
import { indexingPushModule } from "./modules/indexing-push/indexing-push.module"
import { instantUploadModule } from "./modules/instant-upload/instant-upload.module"
import { folderImportModule } from "./modules/folder-import/folder-import.module"
import { importerModule } from "./modules/importer/importer.module"
import { languageModule } from "./modules/language/language.module"
import { ledgerModule } from "./modules/ledger/ledger.module"
import { maintenanceModule } from "./modules/maintenance/maintenance.module"
import { navigationModule } from "./modules/navigation/navigation.module"
import { oaiModule } from "./modules/oai/oai.module"
import { oauthModule } from "./modules/oauth/oauth.module"
import { orderModule } from "./modules/order/order.module"
import { paymentModule } from "./modules/payment/payment.module"
import { privacyModule } from "./modules/privacy/privacy.module"
import { punishmentModule } from "./modules/punishment/punishment.module"
import { readingModule } from "./modules/reading/reading.module"
import { recycleModule } from "./modules/recycle/recycle.module"
import { reportModule } from "./modules/report/report.module"
import { searchModule } from "./modules/search/search.module"
import { securityEventModule } from "./modules/security-event/security-event.module"
import { sessionModule } from "./modules/session/session.module"
import { settingsModule } from "./modules/settings/settings.module"
import { signModule } from "./modules/sign/sign.module"
import { siteModule } from "./modules/site/site.module"
import { sitemapModule } from "./modules/sitemap/sitemap.module"
import { smsModule } from "./modules/sms/sms.module"
import { spiderModule } from "./modules/spider/spider.module"
import { trialModule } from "./modules/trial/trial.module"
import { twoFactorModule } from "./modules/two-factor/two-factor.module"
import { userModule } from "./modules/user/user.module"
import { verificationModule } from "./modules/verification/verification.module"
import { webhookModule } from "./modules/webhook/webhook.module"

/** Every module of the back end. A new one adds its line. */
export const modules: readonly Manifest[] = [
  siteModule,
  settingsModule,
  sitemapModule,
  hostModule,
  dailyCountModule,
  dashboardModule,
  indexingPushModule,
  accountModule,
  sessionModule,
  trialModule,
  twoFactorModule,
  captchaModule,
  verificationModule,
  userModule,
  dynamicModule,
  ledgerModule,
  signModule,
  privacyModule,
  oauthModule,
  smsModule,
  groupModule,
  punishmentModule,
  reportModule,
  bannerModule,
  friendlinkModule,
  advertisementModule,
  languageModule,
  categoryModule,
  navigationModule,
  documentModule,
  readingModule,
  recycleModule,
  spiderModule,
  instantUploadModule,
  articleModule,
  favoriteModule,
  commentModule,
  orderModule,
  paymentModule,
  downloadCodeModule,
  searchModule,
  maintenanceModule,
  filesModule,
  attachmentModule,
  importerModule,
  folderImportModule,
  oaiModule,
  auditModule,
  webhookModule,
  securityEventModule,
]
