import { VipType } from "@/lib/contract/money/membership.enums"
import { originOf, paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"
import { job } from "@/server/module"
import { noticeMail } from "@/server/ports/mail/templates"
import { deliverMail } from "../../site/settings/mail-delivery.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findUser } from "../../people/user/people.usecases"
import { remindMembers, tellMembers } from "./membership-reminder.usecases"
import { findCard } from "./vip.repository"

/** Sends one mail to a member whose card ends soon. Sends nothing if the address is not verified or the account is closed. */
export const vipReminderJob = job<{ card_id: number }>({
  name: "vip-reminder",
  timeoutSeconds: 60,
  retries: 5,
  concurrency: 2,
  run: async (ctx, { card_id }) => {
    const card = await findCard(ctx.db, card_id)
    const user = card && (await findUser(ctx, card.user_id))
    if (!card || !user || user.closed_at || !user.email_verified || card.expired_at <= ctx.now()) return
    const { sitename, domain } = await settingsOf(ctx.app, "system")
    const origin = originOf(domain)
    const label = VipType.labelOf(card.type)
    const content = noticeMail({
      sitename,
      title: `你的${label}快到期了`,
      lines: [
        `账号 ${user.username} 的${label}将在 ${minute(card.expired_at)}（北京时间）到期，之后会员的权益停止。`,
        `续买的同一种卡从上一张到期时开始计算，一天也不会少。${origin ? `续费：${origin}${paths.joinVip}` : "在网站的开通 VIP 页面可以续费。"}`,
      ],
    })
    await deliverMail(ctx, user.email, content, { card_id })
  },
})

/** Runs every hour for members whose last card ends within a week or a day. */
export const remindMembersJob = job({
  name: "remind-members",
  timeoutSeconds: 300,
  retries: 0,
  concurrency: 1,
  every: "23 * * * *",
  run: async (ctx, _payload, signal) => {
    await tellMembers(ctx, () => signal.aborted)
    await remindMembers(ctx, vipReminderJob, () => signal.aborted)
  },
})
