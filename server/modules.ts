import type { ModuleManifest } from "./module"
import { alarmModule } from "./modules/operations/alarm/alarm.module"
import { auditModule } from "./modules/operations/audit/audit.module"
import { accountModule } from "./modules/people/account/account.module"
import { advertisementModule } from "./modules/site/advertisement/advertisement.module"
import { announcementModule } from "./modules/site/announcement/announcement.module"
import { appealModule } from "./modules/people/appeal/appeal.module"
import { articleModule } from "./modules/articles/article/article.module"
import { attachmentModule } from "./modules/library/attachment/attachment.module"
import { backupModule } from "./modules/operations/backup/backup.module"
import { bannerModule } from "./modules/site/banner/banner.module"
import { captchaModule } from "./modules/people/captcha/captcha.module"
import { categoryModule } from "./modules/library/category/category.module"
import { commentModule } from "./modules/community/comment/comment.module"
import { decisionModule } from "./modules/people/decision/decision.module"
import { documentModule } from "./modules/library/document/document.module"
import { downloadCodeModule } from "./modules/money/download-code/download-code.module"
import { dynamicModule } from "./modules/people/activity/activity.module"
import { favoriteModule } from "./modules/community/favorite/favorite.module"
import { filesModule } from "./modules/library/files/files.module"
import { contentSafetyModule } from "./modules/community/content-safety/content-safety.module"
import { sensitiveWordModule } from "./modules/community/sensitive-word/sensitive-word.module"
import { friendlinkModule } from "./modules/site/friendlink/friendlink.module"
import { groupModule } from "./modules/people/group/group.module"
import { dashboardModule } from "./modules/operations/dashboard/dashboard.module"
import { hostModule } from "./modules/operations/host/host.module"
import { indexingPushModule } from "./modules/site/indexing-push/indexing-push.module"
import { cdnModule } from "./modules/site/cdn/cdn.module"
import { instantUploadModule } from "./modules/library/instant-upload/instant-upload.module"
import { jobModule } from "./modules/operations/job/job.module"
import { languageModule } from "./modules/library/language/language.module"
import { ledgerModule } from "./modules/money/ledger/ledger.module"
import { maintenanceModule } from "./modules/operations/maintenance/maintenance.module"
import { notificationModule } from "./modules/community/notification/notification.module"
import { navigationModule } from "./modules/site/navigation/navigation.module"
import { oaiModule } from "./modules/site/oai/oai.module"
import { oauthModule } from "./modules/people/oauth/oauth.module"
import { orderModule } from "./modules/money/order/order.module"
import { paymentModule } from "./modules/money/payment/payment.module"
import { privacyModule } from "./modules/people/privacy/privacy.module"
import { punishmentModule } from "./modules/people/punishment/punishment.module"
import { readingModule } from "./modules/library/reading/reading.module"
import { recycleModule } from "./modules/library/recycle/recycle.module"
import { complaintModule } from "./modules/community/complaint/complaint.module"
import { reportModule } from "./modules/community/report/report.module"
import { reviewModule } from "./modules/operations/review/review.module"
import { samplesModule } from "./modules/site/samples/samples.module"
import { searchModule } from "./modules/library/search/search.module"
import { securityEventModule } from "./modules/people/security-event/security-event.module"
import { sessionModule } from "./modules/people/session/session.module"
import { settingsModule } from "./modules/site/settings/settings.module"
import { signModule } from "./modules/money/sign-in/sign-in.module"
import { siteModule } from "./modules/site/site/site.module"
import { sharingModule } from "./modules/library/sharing/sharing.module"
import { sitemapModule } from "./modules/site/sitemap/sitemap.module"
import { smsModule } from "./modules/people/sms/sms.module"
import { spiderModule } from "./modules/collecting/spider/spider.module"
import { trialModule } from "./modules/operations/trial/trial.module"
import { twoFactorModule } from "./modules/people/two-factor/two-factor.module"
import { userModule } from "./modules/people/user/user.module"
import { verificationModule } from "./modules/people/verification/verification.module"
import { webhookModule } from "./modules/site/webhook/webhook.module"

/** The manifests of all modules that have calls, jobs or anything else to declare. Add a line for each new one. */
export const modules: readonly ModuleManifest[] = [
  siteModule,
  settingsModule,
  sitemapModule,
  samplesModule,
  hostModule,
  dashboardModule,
  indexingPushModule,
  cdnModule,
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
  decisionModule,
  appealModule,
  reportModule,
  complaintModule,
  reviewModule,
  backupModule,
  bannerModule,
  friendlinkModule,
  sensitiveWordModule,
  contentSafetyModule,
  advertisementModule,
  announcementModule,
  languageModule,
  categoryModule,
  navigationModule,
  documentModule,
  readingModule,
  recycleModule,
  sharingModule,
  spiderModule,
  instantUploadModule,
  articleModule,
  favoriteModule,
  commentModule,
  notificationModule,
  orderModule,
  paymentModule,
  downloadCodeModule,
  searchModule,
  maintenanceModule,
  filesModule,
  attachmentModule,
  oaiModule,
  alarmModule,
  jobModule,
  auditModule,
  webhookModule,
  securityEventModule,
]
