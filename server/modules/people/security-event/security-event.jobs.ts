import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { minute } from "@/lib/rules/time"
import { job } from "@/server/module"
import { noticeMail } from "@/server/ports/mail/templates"
import { deliverMail } from "../../site/settings/mail-delivery.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findEvent } from "./security-event.repository"

type Event = { type: number; detail: string; created_at: Date }

/** The texts about events that are not about an account. */
const eventLines: { [type: number]: (event: Event) => string[] } = {
  [SecurityEventType.smsBudgetUsed]: ({ detail, created_at }) => [
    `到 ${minute(created_at)}（北京时间），${detail}。用完之后，今天不再发送验证码短信。`,
    "可能有人在成批获取验证码：请到后台“短信记录”看看号码和网络地址。确实需要更多时，站长可以在短信设置里调高每天的条数。",
  ],
  [SecurityEventType.virusFound]: ({ detail, created_at }) => [
    `${minute(created_at)}（北京时间）查出了病毒：${detail}。这个文件已经隔离，不会转换，也不能下载。`,
    "上传的人请检查自己的电脑。管理员可以在后台“附件管理”里看到它；确实是误报时，在那里把它改回合法。",
  ],
}

/** Notifies an account's owner of a change to the credentials, so that no attacker can change them unnoticed. */
export const securityNoticeJob = job<{ event_id: number }>({
  name: "security-notice",
  timeoutSeconds: 60,
  retries: 5,
  concurrency: 2,
  run: async (ctx, { event_id }) => {
    const event = await findEvent(ctx.db, event_id)
    if (!event?.notice_to) return
    const { sitename } = await settingsOf(ctx.app, "system")
    const label = SecurityEventType.labelOf(event.type)
    const content = noticeMail({
      sitename,
      title: label,
      lines: eventLines[event.type]?.(event) ?? [
        `账号 ${event.username} 在 ${minute(event.created_at)}（北京时间）${label}${event.detail && `：${event.detail}`}。操作的网络地址是 ${event.ip || "服务器本机"}。`,
        "如果是你本人，不用做什么。如果不是，请马上重新设置密码，再到个人中心的安全设置里结束其他设备的登录；进不去账号时，请联系网站的管理员。",
      ],
    })
    await deliverMail(ctx, event.notice_to, content, { event_id })
  },
})
