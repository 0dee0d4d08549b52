/*
 * The kinds of notifications. To add one, declare it here and call `ctx.notify` in the transaction of its event. No zod in this file: it is
 * shipped to browsers.
 */

/** When a notification is mailed: with its event, once a day together with the others, or never. */
export type MailChoice = "now" | "daily" | "off"

/** The data of a sentence beyond its users and its document. No titles: those are read when the notification is shown. */
export type NotificationData = {
  /** the comment that the notification is about; its text is read when the notification is shown */
  comment_id?: number
  verdict?: "approved" | "rejected" | "disabled" | "restored" | "review"
  reason?: string
  /** credits or money with their unit, e.g. "12 豆元" */
  amount?: string
  /** an announcement of the site; its text is read when the notification is shown */
  announcement_id?: number
  /** of a card or a punishment */
  name?: string
  /** the object of a report, if not the subject itself: a comment on it, or a user */
  about?: "comment" | "user"
  /** staff have found no fault */
  dismissed?: true
  /** the decision that the notification is about, against which its reader may appeal */
  decision_id?: number
  /** what became of an appeal */
  outcome?: "upheld" | "dismissed" | "ended"
  /** a point in time as text */
  until?: string
}

/** `actor`: the user who did it, "" if no user is named. `subject`: "文档《高等数学》", or "一份文档" if its title must not be shown. */
type Told = { actor: string; count: number; subject: string; data: NotificationData }

type NotificationKindEntry = {
  /** displayed in filters and preferences */
  title: string
  sentence: (told: Told) => string
  /** the user who caused it is stored and named */
  named?: true
  /** unread notifications about the same document become one, which counts its people */
  merges?: true
  /** preferences of users who have chosen nothing */
  site: boolean
  mail: MailChoice
}

const verdicts: Record<NonNullable<NotificationData["verdict"]>, string> = {
  approved: "通过了审核",
  rejected: "没有通过审核",
  disabled: "已被禁用",
  restored: "已恢复展示",
  review: "要重新审核",
}
const verdictOf = ({ verdict }: NotificationData) => verdicts[verdict ?? "review"]
const appealOutcomes: Record<NonNullable<NotificationData["outcome"]>, string> = {
  upheld: "成立，原来的处理已撤销",
  dismissed: "没有成立，维持原来的处理",
  ended: "已结束，原来的处理已经不再生效",
}
const someone = (actor: string) => actor || "有人"
const withAmount = (verb: string, amount: string | undefined) => (amount ? `，${verb} ${amount}` : "")
const inSite = { site: true, mail: "off" } as const

export const notificationKinds = {
  document_review: { title: "文档审核", sentence: ({ subject, data }) => `你的${subject}${verdictOf(data)}`, site: true, mail: "daily" },
  article_review: { title: "文章审核", sentence: ({ subject, data }) => `你的${subject}${verdictOf(data)}`, site: true, mail: "daily" },
  comment_review: { title: "评论审核", sentence: ({ subject, data }) => `你在${subject}下的评论${verdictOf(data)}`, ...inSite },
  profile_review: { title: "资料审核", sentence: ({ data }) => `你的个性签名${verdictOf(data)}`, ...inSite },
  comment: {
    title: "评论",
    sentence: ({ actor, subject }) => `${someone(actor)} 评论了你的${subject}`,
    named: true,
    site: true,
    mail: "daily",
  },
  reply: {
    title: "回复",
    sentence: ({ actor, subject }) => `${someone(actor)} 回复了你在${subject}下的评论`,
    named: true,
    site: true,
    mail: "daily",
  },
  mention: {
    title: "提到我",
    sentence: ({ actor, subject }) => `${someone(actor)} 在${subject}的评论里提到了你`,
    named: true,
    site: true,
    mail: "daily",
  },
  favorite: {
    title: "收藏",
    sentence: ({ actor, count, subject }) =>
      count > 1 ? `${someone(actor)} 等 ${count} 人收藏了你的${subject}` : `${someone(actor)} 收藏了你的${subject}`,
    named: true,
    merges: true,
    ...inSite,
  },
  sale: { title: "售出", sentence: ({ subject, data }) => `你的${subject}被购买${withAmount("获得", data.amount)}`, ...inSite },
  refund: {
    title: "退款",
    sentence: ({ subject, data }) => `${data.name ? `“${data.name}”` : subject}的订单已退款${withAmount("退回", data.amount)}`,
    site: true,
    mail: "now",
  },
  credit: { title: "充值到账", sentence: ({ data }) => `充值成功${withAmount("获得", data.amount)}`, ...inSite },
  // members get mails of their own before a card ends (docs/decisions/073)
  membership: { title: "会员到期", sentence: ({ data }) => `你的${data.name ?? "会员"}将在 ${data.until ?? "近期"} 到期`, ...inSite },
  punishment: {
    title: "处罚",
    sentence: ({ data }) => `你的账号受到处罚：${data.name ?? "限制使用"}${data.until ? `，到 ${data.until} 为止` : ""}`,
    site: true,
    mail: "now",
  },
  appeal: {
    title: "申诉结果",
    sentence: ({ subject, data }) => {
      const about = data.name ? `“${data.name}”` : data.about === "comment" ? `${subject}下的评论` : subject
      return `你对${about}的申诉${appealOutcomes[data.outcome ?? "ended"]}`
    },
    site: true,
    mail: "now",
  },
  announcement: { title: "站内公告", sentence: ({ data }) => data.name ?? "一条已经撤下的公告", ...inSite },
  report: {
    title: "举报结果",
    sentence: ({ subject, data }) => {
      const about = data.about === "user" ? "用户" : data.about === "comment" ? `${subject}下的评论` : subject
      return data.dismissed ? `你举报的${about}经核实没有违规，谢谢你的留意` : `你举报的${about}已经处理，谢谢你的举报`
    },
    ...inSite,
  },
  complaint: {
    title: "版权投诉",
    sentence: ({ subject, data }) => {
      const number = data.name ? ` ${data.name} ` : ""
      if (data.verdict === "restored") return `版权投诉${number}已结束，你的${subject}恢复展示`
      if (data.verdict === "rejected") return `版权投诉${number}已结束，你的${subject}维持下架`
      return `你的${subject}因版权投诉${number}被下架${data.until ? `，可以在 ${data.until} 前提交反通知` : ""}`
    },
    site: true,
    mail: "now",
  },
} as const satisfies Record<string, NotificationKindEntry>

export type NotificationKind = keyof typeof notificationKinds
export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[]
/** Returns the entry of a kind, with its optional properties. */
export const notificationKindOf = (kind: NotificationKind): NotificationKindEntry => notificationKinds[kind]
export const isNotificationKind = (name: string): name is NotificationKind => Object.hasOwn(notificationKinds, name)

export const mailChoices = [
  { value: "now", label: "立即" },
  { value: "daily", label: "每天汇总" },
  { value: "off", label: "不发邮件" },
] as const satisfies readonly { value: MailChoice; label: string }[]

/** How long notifications are kept. */
export const notificationDays = 180
