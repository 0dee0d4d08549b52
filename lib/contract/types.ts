import type { z } from "zod"
import type * as accounts from "./people/account"
import type * as articles from "./articles/article"
import type * as attachments from "./library/attachment"
import type * as alarms from "./operations/alarm"
import type * as audits from "./operations/audit"
import type * as banners from "./site/banner"
import type * as categories from "./library/category"
import type * as comments from "./community/comment"
import type { Contract, Key } from "./contract"
import type * as documents from "./library/document"
import type * as versions from "./library/document.versions"
import type * as favorites from "./community/favorite"
import type * as sensitiveWords from "./community/sensitive-word"
import type * as friendlinks from "./site/friendlink"
import type * as groups from "./people/group"
import type * as navigations from "./site/navigation"
import type * as oauths from "./people/oauth"
import type * as downcodes from "./money/download-code"
import type * as orders from "./money/order"
import type * as readings from "./library/reading"
import type * as recycles from "./library/recycle"
import type * as notifications from "./community/notification"
import type * as sharings from "./library/sharing"
import type * as uploads from "./library/instant-upload"
import type * as sites from "./site/site"
import type * as dynamics from "./people/activity"
import type * as ledgers from "./money/ledger"
import type * as sessions from "./people/session"
import type * as advertisements from "./site/advertisement"
import type * as appeals from "./people/appeal"
import type * as announcements from "./site/announcement"
import type * as jobs from "./operations/job"
import type * as languages from "./library/language"
import type * as punishments from "./people/punishment"
import type * as complaints from "./community/complaint"
import type * as punishmentTemplates from "./people/punishment.templates"
import type * as reports from "./community/report"
import type * as reviews from "./operations/review"
import type * as configuration from "./site/settings"
import type * as messages from "./people/sms"
import type * as spiders from "./collecting/spider"
import type * as factors from "./people/two-factor"
import type * as users from "./people/user"
import type * as webhooks from "./site/webhook"

/** Types only: importing this file adds no schema to a browser bundle. */
export type { Contract, Key }
export type Input<K extends Key> = z.input<Contract[K]["input"]>
export type Output<K extends Key> = z.output<Contract[K]["output"]>

/** The input of a use case, after parsing by the contract. */
export type Parsed<K extends Key> = z.output<Contract[K]["input"]>

/** The permission of a call as a literal, e.g. "BannerAPI/ListBanner"; never if it requires none. */
export type PermissionOf<K extends Key> = K extends Key ? (Contract[K] extends { permission: infer N extends string } ? N : never) : never
/** All permissions in the contract. */
export type Right = PermissionOf<Key>

/**
 * The result of a call; calls never throw (docs/reference/specification.md 8). `status` 0 = no network; `wait` = seconds until a retry;
 * `code` and `field` (the input that the message is about) as in the error body.
 */
export type Result<T> =
  | { ok: true; status: 200; data: T }
  | {
      ok: false
      status: number
      message: string
      code?: number
      field?: string
      wait?: number
      /** of a login that a punishment refuses: allows one appeal (`POST /appeal/pass`) */
      appeal?: string
      /** status, status text and a short body, if the server sent no message (`refusalText` in `lib/api/result.ts`) */
      detail?: string
      /** the method of a call that got no answer in time: all but POST can be repeated without harm */
      timedOut?: string
    }

/** Calls whose input may be empty take no argument. */
export type Args<K extends Key> = {} extends Input<K> ? [input?: Input<K>] : [input: Input<K>]

export type Settings = z.output<typeof sites.Settings>
export type User = z.output<typeof users.User>
export type PublicUser = z.output<typeof users.PublicUser>
export type Session = z.output<typeof accounts.Session>
export type Category = z.output<typeof categories.Category>
export type Navigation = z.output<typeof navigations.Navigation>
export type Document = z.output<typeof documents.Document>
export type DocumentDetail = z.output<typeof documents.DocumentDetail>
export type Article = z.output<typeof articles.Article>
export type ArticleSource = z.output<typeof articles.ArticleSource>
export type RelatedArticle = z.output<typeof articles.RelatedArticle>
export type RecycledArticle = z.output<typeof articles.RecycledArticle>
export type HomeItem = z.output<typeof documents.HomeItem>
export type Group = z.output<typeof groups.Group>
export type Permission = z.output<typeof groups.Permission>
export type Appeal = z.output<typeof appeals.Appeal>
export type AppealDetail = z.output<typeof appeals.AppealDetail>
export type Decision = z.output<typeof appeals.Decision>
export type Punishment = z.output<typeof punishments.Punishment>
export type PunishmentTemplate = z.output<typeof punishmentTemplates.PunishmentTemplate>
export type Report = z.output<typeof reports.Report>
export type ReviewItem = z.output<typeof reviews.ReviewItem>
export type NearDocument = z.output<typeof reviews.NearDocument>
export type SafetyCheck = z.output<typeof reviews.SafetyCheck>
export type ReviewDetail = z.output<typeof reviews.ReviewDetail>
export type Complaint = z.output<typeof complaints.Complaint>
export type ComplaintCase = z.output<typeof complaints.ComplaintCase>
export type ComplaintTarget = z.output<typeof complaints.ComplaintTarget>
export type ComplaintYear = z.output<typeof complaints.ComplaintYear>
export type OwnComplaint = z.output<typeof complaints.OwnComplaint>
export type ReportCase = z.output<typeof reports.ReportCase>
export type Attachment = z.output<typeof attachments.Attachment>
export type Alarm = z.output<typeof alarms.Alarm>
export type JobKind = z.output<typeof jobs.JobKind>
export type FailedJob = z.output<typeof jobs.FailedJob>
export type QueuedConversion = z.output<typeof jobs.QueuedConversion>
export type Audit = z.output<typeof audits.Audit>
export type Banner = z.output<typeof banners.Banner>
export type SensitiveWord = z.output<typeof sensitiveWords.SensitiveWord>
export type SensitiveHit = z.output<typeof sensitiveWords.SensitiveHit>
export type TestedHit = z.output<typeof sensitiveWords.TestedHit>
export type Friendlink = z.output<typeof friendlinks.Friendlink>
export type Favorite = z.output<typeof favorites.Favorite>
export type FavoriteFolder = z.output<typeof favorites.FavoriteFolder>
export type Comment = z.output<typeof comments.Comment>
export type ListedComment = z.output<typeof comments.ListedComment>
export type OauthConfig = z.output<typeof oauths.OauthConfig>
export type OauthBinding = z.output<typeof oauths.OauthBinding>
export type PendingOauth = z.output<typeof oauths.PendingOauth>
export type Sms = z.output<typeof messages.Sms>
export type Order = z.output<typeof orders.Order>
export type OrderRefund = z.output<typeof orders.OrderRefund>
export type Downcode = z.output<typeof downcodes.Downcode>
export type UserVip = z.output<typeof orders.UserVip>
export type Config = z.output<typeof configuration.Config>
export type Dynamic = z.output<typeof dynamics.Dynamic>
export type Download = z.output<typeof documents.Download>
export type CreditEntry = z.output<typeof ledgers.CreditEntry>
export type Passkey = z.output<typeof factors.Passkey>
export type LoginSession = z.output<typeof sessions.LoginSession>
export type AccessToken = z.output<typeof sessions.AccessToken>
export type OutlineItem = z.output<typeof readings.OutlineItem>
export type TextBlock = z.output<typeof readings.TextBlock>
export type PageBlocks = z.output<typeof readings.PageBlocks>
export type TextRun = z.output<typeof readings.TextRun>
export type Sheet = z.output<typeof readings.Sheet>
export type SheetPicture = z.output<typeof readings.SheetPicture>
export type SheetRow = z.output<typeof readings.SheetRow>
export type SheetStyle = z.output<typeof readings.SheetStyle>
export type PageLink = z.output<typeof readings.PageLink>
export type InsideHit = z.output<typeof readings.InsideHit>
export type PageText = z.output<typeof readings.PageText>
export type DocumentVersion = z.output<typeof versions.DocumentVersion>
export type VersionPages = z.output<typeof versions.VersionPages>
export type Notification = z.output<typeof notifications.Notification>
export type NotificationPreference = z.output<typeof notifications.NotificationPreference>
export type ShareLink = z.output<typeof sharings.ShareLink>
export type RecycledDocument = z.output<typeof recycles.RecycledDocument>
export type Duplicate = z.output<typeof uploads.Duplicate>
export type Advertisement = z.output<typeof advertisements.Advertisement>
export type Announcement = z.output<typeof announcements.Announcement>
export type CurrentAnnouncement = z.output<typeof announcements.CurrentAnnouncement>
export type SpiderUrl = z.output<typeof spiders.SpiderUrl>
export type SpiderDocument = z.output<typeof spiders.SpiderDocument>
export type Webhook = z.output<typeof webhooks.Webhook>
export type WebhookDelivery = z.output<typeof webhooks.WebhookDelivery>
export type Language = z.output<typeof languages.Language>
