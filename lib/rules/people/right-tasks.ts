import type { Right } from "../../contract/types"

/** Permissions of uploads are rows with an HTTP method and an address; they are named like the calls beside them. */
export type UploadRight = `upload/${"banner" | "category" | "config" | "article"}`
export type AnyRight = Right | UploadRight

/** A task of staff: all permissions that it takes. `needs` names the task whose lists it works on. */
export type RightTask = { title: string; needs?: RightTaskName; rights: readonly AnyRight[] }
type RightArea = { title: string; tasks: Record<string, { title: string; needs?: string; rights: readonly AnyRight[] }> }

const areas = {
  documents: {
    title: "文档",
    tasks: {
      viewDocuments: { title: "查看文档", rights: ["DocumentAPI/ListDocument", "DocumentAPI/GetDocument"] },
      reviewDocuments: {
        title: "审核文档",
        needs: "viewDocuments",
        rights: ["DocumentAPI/CheckDocument", "DocumentAPI/DownloadDocumentToBeReviewed"],
      },
      editDocuments: {
        title: "编辑文档",
        needs: "viewDocuments",
        rights: [
          "DocumentAPI/UpdateDocument",
          "DocumentAPI/SetDocumentRecommend",
          "DocumentAPI/SetDocumentsCategory",
          "DocumentAPI/SetDocumentsLanguage",
          "DocumentAPI/SetDocumentsVIP",
          "DocumentAPI/SetDocumentsVisibility",
          "DocumentAPI/ShareDocument",
          "DocumentAPI/SetDocumentReconvert",
        ],
      },
      deleteDocuments: {
        title: "删除和恢复文档",
        needs: "viewDocuments",
        rights: [
          "DocumentAPI/DeleteDocument",
          "RecycleAPI/ListRecycleDocument",
          "RecycleAPI/RecoverRecycleDocument",
          "RecycleAPI/DeleteRecycleDocument",
          "RecycleAPI/ClearRecycleDocument",
        ],
      },
      categories: {
        title: "管理分类",
        rights: [
          "CategoryAPI/ListCategory",
          "CategoryAPI/GetCategory",
          "CategoryAPI/CreateCategory",
          "CategoryAPI/UpdateCategory",
          "CategoryAPI/DeleteCategory",
          "upload/category",
        ],
      },
      languages: {
        title: "管理语言",
        rights: [
          "LanguageAPI/ListLanguage",
          "LanguageAPI/GetLanguage",
          "LanguageAPI/CreateLanguage",
          "LanguageAPI/UpdateLanguage",
          "LanguageAPI/UpdateLanguageStatus",
          "LanguageAPI/DeleteLanguage",
        ],
      },
      searchRecords: { title: "查看搜索记录", rights: ["SearchRecordAPI/ListSearchRecord", "SearchRecordAPI/DeleteSearchRecord"] },
      collecting: {
        title: "采集文档",
        rights: [
          "SpiderUrlAPI/ListSpiderUrl",
          "SpiderUrlAPI/GetSpiderUrl",
          "SpiderUrlAPI/CreateSpiderUrl",
          "SpiderUrlAPI/UpdateSpiderUrl",
          "SpiderUrlAPI/DeleteSpiderUrl",
          "SpiderDocumentAPI/ListSpiderDocument",
          "SpiderDocumentAPI/GetSpiderDocument",
          "SpiderDocumentAPI/UpdateSpiderDocument",
          "SpiderDocumentAPI/DeleteSpiderDocument",
        ],
      },
      searchIndex: {
        title: "更新搜索索引",
        rights: ["DocumentAPI/UpdateDocumentIndex", "ArticleAPI/UpdateArticleIndex", "DocumentAPI/RenewDocumentIndex"],
      },
    },
  },
  articles: {
    title: "文章",
    tasks: {
      viewArticles: { title: "查看文章", rights: ["ArticleAPI/ListArticle", "ArticleAPI/GetArticle"] },
      reviewArticles: { title: "审核文章", needs: "viewArticles", rights: ["ArticleAPI/CheckArticles"] },
      editArticles: {
        title: "写作和编辑文章",
        needs: "viewArticles",
        rights: [
          "ArticleAPI/CreateArticle",
          "ArticleAPI/UpdateArticle",
          "ArticleAPI/SetArticlesCategory",
          "ArticleAPI/RecommendArticles",
          "ArticleAPI/CrawlArticle",
          "upload/article",
        ],
      },
      deleteArticles: {
        title: "删除和恢复文章",
        needs: "viewArticles",
        rights: [
          "ArticleAPI/DeleteArticle",
          "ArticleAPI/ListRecycleArticle",
          "ArticleAPI/RestoreRecycleArticle",
          "ArticleAPI/DeleteRecycleArticle",
          "ArticleAPI/EmptyRecycleArticle",
        ],
      },
    },
  },
  community: {
    title: "评论、举报和审核台",
    tasks: {
      viewComments: { title: "查看评论", rights: ["CommentAPI/ListComment", "CommentAPI/GetComment"] },
      reviewComments: { title: "审核评论", needs: "viewComments", rights: ["CommentAPI/CheckComment"] },
      editComments: {
        title: "修改和删除评论",
        needs: "viewComments",
        rights: ["CommentAPI/UpdateComment", "CommentAPI/DeleteComment"],
      },
      desk: { title: "使用审核台", rights: ["ReviewAPI/ListReview", "ReviewAPI/DecideReview"] },
      reports: { title: "处理举报", rights: ["ReportAPI/ListReport", "ReportAPI/UpdateReport", "ReportAPI/DeleteReport"] },
      complaints: {
        title: "处理版权投诉",
        rights: ["ComplaintAPI/ListComplaint", "ComplaintAPI/GetComplaint", "ComplaintAPI/UpdateComplaint"],
      },
      appeals: { title: "答复申诉", rights: ["AppealAPI/ListAppeal", "AppealAPI/AnswerAppeal"] },
      sensitiveHits: { title: "查看敏感词命中", rights: ["SensitiveWordAPI/ListSensitiveHit", "SensitiveWordAPI/DeleteSensitiveHit"] },
      safetyChecks: { title: "查看内容安全结果", rights: ["ReviewAPI/ListSafetyCheck"] },
      sensitiveWords: {
        title: "管理敏感词",
        rights: [
          "SensitiveWordAPI/ListSensitiveWord",
          "SensitiveWordAPI/GetSensitiveWord",
          "SensitiveWordAPI/CreateSensitiveWord",
          "SensitiveWordAPI/UpdateSensitiveWord",
          "SensitiveWordAPI/DeleteSensitiveWord",
          "SensitiveWordAPI/ImportSensitiveWord",
          "SensitiveWordAPI/TestSensitiveWord",
        ],
      },
    },
  },
  people: {
    title: "用户",
    tasks: {
      viewUsers: { title: "查看用户", rights: ["UserAPI/ListUser", "UserAPI/GetUser"] },
      editUsers: {
        title: "添加和修改用户",
        needs: "viewUsers",
        rights: ["UserAPI/AddUser", "UserAPI/SetUser", "UserAPI/UpdateUserProfile", "UserAPI/UpdateUserPassword", "UserAPI/ResetFactor"],
      },
      deleteUsers: { title: "删除用户", needs: "viewUsers", rights: ["UserAPI/DeleteUser"] },
      punishments: {
        title: "处罚用户",
        needs: "viewUsers",
        rights: [
          "PunishmentAPI/ListPunishment",
          "PunishmentAPI/GetPunishment",
          "PunishmentAPI/CreatePunishment",
          "PunishmentAPI/UpdatePunishment",
          "PunishmentAPI/CancelPunishment",
          "PunishmentAPI/ListPunishmentTemplate",
        ],
      },
      punishmentTemplates: {
        title: "管理处罚模板",
        rights: [
          "PunishmentAPI/GetPunishmentTemplate",
          "PunishmentAPI/CreatePunishmentTemplate",
          "PunishmentAPI/UpdatePunishmentTemplate",
          "PunishmentAPI/DeletePunishmentTemplate",
        ],
        needs: "punishments",
      },
      groups: {
        title: "管理角色和授权",
        rights: [
          "GroupAPI/ListGroup",
          "GroupAPI/GetGroup",
          "GroupAPI/CreateGroup",
          "GroupAPI/UpdateGroup",
          "GroupAPI/DeleteGroup",
          "GroupAPI/GetGroupPermission",
          "GroupAPI/UpdateGroupPermission",
          "PermissionAPI/ListPermission",
          "PermissionAPI/GetPermission",
          "PermissionAPI/UpdatePermission",
        ],
      },
      sms: { title: "查看短信记录", rights: ["SmsAPI/ListSms", "SmsAPI/GetSms", "SmsAPI/DeleteSms"] },
    },
  },
  money: {
    title: "订单和会员",
    tasks: {
      viewOrders: { title: "查看订单", rights: ["OrderAPI/ListOrder", "OrderAPI/ListOrderRefund"] },
      settleOrders: {
        title: "关闭订单、登记付款和退款",
        needs: "viewOrders",
        rights: ["OrderAPI/CloseOrder", "OrderAPI/MarkOrderPaid", "OrderAPI/RefundOrder"],
      },
      recharge: { title: "给用户充值", needs: "viewOrders", rights: ["OrderAPI/SystemRecharge"] },
      memberships: { title: "查看会员", rights: ["UserVipAPI/ListUserVip"] },
      downloadCodes: {
        title: "管理下载码",
        rights: ["DowncodeAPI/ListDowncode", "DowncodeAPI/CreateDowncode", "DowncodeAPI/RevokeDowncode"],
      },
    },
  },
  site: {
    title: "网站内容",
    tasks: {
      banners: {
        title: "管理轮播图",
        rights: [
          "BannerAPI/ListBanner",
          "BannerAPI/GetBanner",
          "BannerAPI/CreateBanner",
          "BannerAPI/UpdateBanner",
          "BannerAPI/DeleteBanner",
          "upload/banner",
        ],
      },
      navigation: {
        title: "管理导航",
        rights: [
          "NavigationAPI/ListNavigation",
          "NavigationAPI/GetNavigation",
          "NavigationAPI/CreateNavigation",
          "NavigationAPI/UpdateNavigation",
          "NavigationAPI/DeleteNavigation",
        ],
      },
      friendlinks: {
        title: "管理友链",
        rights: [
          "FriendlinkAPI/ListFriendlink",
          "FriendlinkAPI/GetFriendlink",
          "FriendlinkAPI/CreateFriendlink",
          "FriendlinkAPI/UpdateFriendlink",
          "FriendlinkAPI/DeleteFriendlink",
        ],
      },
      announcements: {
        title: "发布站内公告",
        rights: [
          "AnnouncementAPI/ListAnnouncement",
          "AnnouncementAPI/GetAnnouncement",
          "AnnouncementAPI/CreateAnnouncement",
          "AnnouncementAPI/UpdateAnnouncement",
          "AnnouncementAPI/DeleteAnnouncement",
        ],
      },
      advertisements: {
        title: "管理广告",
        rights: [
          "AdvertisementAPI/ListAdvertisement",
          "AdvertisementAPI/GetAdvertisement",
          "AdvertisementAPI/CreateAdvertisement",
          "AdvertisementAPI/UpdateAdvertisement",
          "AdvertisementAPI/DeleteAdvertisement",
        ],
      },
      attachments: {
        title: "管理附件",
        rights: [
          "AttachmentAPI/ListAttachment",
          "AttachmentAPI/GetAttachment",
          "AttachmentAPI/UpdateAttachment",
          "AttachmentAPI/DeleteAttachment",
        ],
      },
      samples: { title: "清除示例内容", rights: ["SampleAPI/GetSamples", "SampleAPI/DeleteSamples"] },
    },
  },
  settings: {
    title: "系统设置",
    tasks: {
      viewSettings: { title: "查看设置", rights: ["ConfigAPI/ListConfig"] },
      editSettings: {
        title: "修改设置",
        needs: "viewSettings",
        rights: [
          "ConfigAPI/UpdateConfig",
          "upload/config",
          "ConfigAPI/SendTestEmail",
          "ConfigAPI/SendTestSms",
          "ConfigAPI/TestConverter",
          "ConfigAPI/TestDomain",
          "ConfigAPI/TestSearch",
          "ConfigAPI/TestContentSafety",
          "ConfigAPI/GetWechatPayCert",
        ],
      },
      caches: {
        title: "更新站点地图和清空缓存",
        needs: "viewSettings",
        rights: ["ConfigAPI/UpdateSitemap", "ConfigAPI/ClearPageCache"],
      },
      webhooks: {
        title: "管理 Webhook",
        rights: [
          "WebhookAPI/ListWebhook",
          "WebhookAPI/GetWebhook",
          "WebhookAPI/CreateWebhook",
          "WebhookAPI/UpdateWebhook",
          "WebhookAPI/DeleteWebhook",
          "WebhookAPI/ListWebhookDelivery",
        ],
      },
    },
  },
  operations: {
    title: "运行和统计",
    tasks: {
      figures: { title: "查看面板的统计", rights: ["DashboardAPI/GetDashboard", "DashboardAPI/GetSeries"] },
      alarms: { title: "查看告警", rights: ["AlarmAPI/ListAlarm"] },
      testAlarms: { title: "发送测试告警", needs: "alarms", rights: ["AlarmAPI/TestAlarm"] },
      jobs: { title: "查看后台任务和转换队列", rights: ["JobAPI/ListJob", "JobAPI/ListFailedJob", "JobAPI/ListConversion"] },
      runJobs: {
        title: "重试、删除、暂停后台任务",
        needs: "jobs",
        rights: ["JobAPI/RetryJob", "JobAPI/DeleteJob", "JobAPI/PauseJob", "JobAPI/MoveConversion"],
      },
      audit: { title: "查看审计日志", rights: ["AuditAPI/ListAudit"] },
      host: {
        title: "查看服务器和授权信息",
        rights: [
          "ConfigAPI/GetStats",
          "ConfigAPI/GetDeviceInfo",
          "ConfigAPI/GetEnvs",
          "ConfigAPI/GetLicense",
          "ConfigAPI/GetLatestRelease",
        ],
      },
      maintenance: {
        title: "维护服务器",
        needs: "host",
        rights: ["ConfigAPI/SetSQLMode", "ConfigAPI/RefreshLatestRelease", "ConfigAPI/SetReleaseSource", "ConfigAPI/IgnoreRelease"],
      },
    },
  },
} as const satisfies Record<string, RightArea>

type Areas = typeof areas
type TasksOf<A> = A extends { tasks: infer T } ? T : never
type KeysOf<T> = T extends unknown ? keyof T : never
type ValuesOf<T> = T extends unknown ? T[keyof T] : never
export type RightTaskName = KeysOf<TasksOf<Areas[keyof Areas]>>
type Listed = ValuesOf<TasksOf<Areas[keyof Areas]>> extends { rights: readonly (infer R)[] } ? R : never
/** Permissions that belong to no task. */
type Unlisted = Exclude<AnyRight, Listed>
type TaskArea = { title: string; tasks: readonly (RightTask & { name: RightTaskName })[] }

/** The tasks of staff by area, in the order of the form. Does not compile if a permission belongs to no task. */
export const rightAreas: [Unlisted] extends [never] ? readonly TaskArea[] : never = Object.values(areas).map(({ title, tasks }) => ({
  title,
  tasks: Object.entries(tasks as Record<string, RightTask>).map(([name, task]) => ({ ...task, name: name as RightTaskName })),
}))

/** Returns the method and path of a permission, as the permission list states them. */
export const rowOfRight = (right: AnyRight): string => (right.startsWith("upload/") ? `POST /api/v1/${right}` : `GRPC /api.v1.${right}`)

/** Returns the permissions of these tasks and of the tasks that they need, as `GRPC /api.v1.…`. */
export const rightsOfTasks = (names: readonly RightTaskName[]): string[] => {
  const tasks = new Map(rightAreas.flatMap((area) => area.tasks).map((task) => [task.name, task]))
  const withNeeds = names.flatMap((name) => [name, ...(tasks.get(name)?.needs ? [tasks.get(name)!.needs!] : [])])
  return [...new Set(withNeeds)].flatMap((name) => tasks.get(name)!.rights.map(rowOfRight))
}

/** The ready role of people who review contents: no settings, money or users. Every new site has it. */
export const editorRole = {
  group: {
    title: "编辑",
    description: "审核文档、文章和评论，看不到设置、订单和用户",
    is_display: true,
    enable_upload: true,
    enable_comment: true,
    enable_article: true,
    sort: 50,
  },
  tasks: ["reviewDocuments", "reviewArticles", "reviewComments"],
} as const satisfies { group: Record<string, unknown>; tasks: readonly RightTaskName[] }
