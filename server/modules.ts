import { servePictureUpload } from "./http/picture-upload"
import { serveProgress } from "./http/progress"
import type { StreamEndpoint } from "./http/streams"
import { serveTus } from "./http/tus"
import { serveDocumentUpload } from "./http/upload"
import type { Job } from "./jobs/job"
import { articleRoutes } from "./modules/article/article.routes"
import { advertisementRoutes } from "./modules/advertisement/advertisement.routes"
import { bannerRoutes } from "./modules/banner/banner.routes"
import { categoryRoutes } from "./modules/category/category.routes"
import { sendMailJob } from "./modules/verification/send-mail.jobs"
import { sendSmsJob } from "./modules/verification/send-sms.jobs"
import { instantUploadRoutes } from "./modules/instant-upload/instant-upload.routes"
import { commentRoutes } from "./modules/comment/comment.routes"
import { settingsRoutes } from "./modules/settings/settings.routes"
import { siteRoutes } from "./modules/site/site.routes"
import { sessionRoutes } from "./modules/session/session.routes"
import { captchaRoutes } from "./modules/captcha/captcha.routes"
import { verificationRoutes } from "./modules/verification/verification.routes"
import { dynamicRoutes } from "./modules/dynamic/dynamic.routes"
import { ledgerRoutes } from "./modules/ledger/ledger.routes"
import { signRoutes } from "./modules/sign/sign.routes"
import { privacyRoutes } from "./modules/privacy/privacy.routes"
import { sweepTemporaryJob } from "./modules/maintenance/temporary.jobs"
import { convertJob, sweepJob } from "./modules/document/conversion.jobs"
import { documentRoutes } from "./modules/document/document.routes"
import { favoriteRoutes } from "./modules/favorite/favorite.routes"
import { groupRoutes } from "./modules/group/group.routes"
import { languageRoutes } from "./modules/language/language.routes"
import { navigationRoutes } from "./modules/navigation/navigation.routes"
import { oauthRoutes } from "./modules/oauth/oauth.routes"
import { orderRoutes } from "./modules/order/order.routes"
import { punishmentRoutes } from "./modules/punishment/punishment.routes"
import { readingRoutes } from "./modules/reading/reading.routes"
import { expireDocumentsJob } from "./modules/maintenance/expiry.jobs"
import { purgeFilesJob } from "./modules/files/purge.jobs"
import { recycleRoutes } from "./modules/recycle/recycle.routes"
import { reportRoutes } from "./modules/report/report.routes"
import { smsRoutes } from "./modules/sms/sms.routes"
import { eraseAccountsJob } from "./modules/privacy/closing.jobs"
import { sweepExpiredJob } from "./modules/maintenance/expired.jobs"
import { accountRoutes } from "./modules/account/account.routes"
import { userRoutes } from "./modules/user/user.routes"
import type { Module } from "./routes"

/** Every module of the back end, and every job. A new one adds its line. */
export const modules: Module[] = [
  siteRoutes,
  settingsRoutes,
  accountRoutes,
  sessionRoutes,
  captchaRoutes,
  verificationRoutes,
  userRoutes,
  dynamicRoutes,
  ledgerRoutes,
  signRoutes,
  privacyRoutes,
  oauthRoutes,
  smsRoutes,
  groupRoutes,
  punishmentRoutes,
  reportRoutes,
  bannerRoutes,
  advertisementRoutes,
  languageRoutes,
  categoryRoutes,
  navigationRoutes,
  documentRoutes,
  readingRoutes,
  recycleRoutes,
  instantUploadRoutes,
  articleRoutes,
  favoriteRoutes,
  commentRoutes,
  orderRoutes,
]
export const jobs: Job[] = [
  sendMailJob as Job,
  sendSmsJob as Job,
  convertJob as Job,
  sweepJob,
  sweepTemporaryJob,
  sweepExpiredJob,
  eraseAccountsJob,
  purgeFilesJob,
  expireDocumentsJob,
]

/** Which functions answer the streams of the contract. */
export const endpoints: StreamEndpoint[] = [
  { stream: "POST /upload/document", serve: serveDocumentUpload },
  { stream: "POST /upload/tus", serve: serveTus },
  { stream: "POST /upload/avatar", serve: servePictureUpload("avatar") },
  { stream: "POST /upload/banner", serve: servePictureUpload("banner") },
  { stream: "POST /upload/category", serve: servePictureUpload("category") },
  { stream: "POST /upload/config", serve: servePictureUpload("config") },
  { stream: "POST /upload/article", serve: servePictureUpload("article") },
  { stream: "GET /document/progress", serve: serveProgress },
]
