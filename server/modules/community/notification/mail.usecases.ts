import { originOf, paths } from "@/lib/rules/path"
import type { Ctx } from "@/server/context"
import { noticeMail } from "@/server/ports/mail/templates"
import { deliverMail } from "../../site/settings/mail-delivery.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { listMemberships } from "../../people/user/membership.usecases"
import { findUser } from "../../people/user/people.usecases"
import { findNotification, listDaily, markMailed, type NotificationRow } from "./notification.repository"
import { withSentences } from "./notification.usecases"
import { unsubscribePath, type UnsubscribeScope } from "./unsubscribe.usecases"

/** How many notifications a daily mail contains. */
const maxInMail = 30

/** Returns the recipient, and the context with which their mail is written: their groups, but no permissions of staff. */
const recipientOf = async (ctx: Ctx, userId: number) => {
  const user = await findUser(ctx, userId)
  if (!user || user.closed_at || !user.email_verified || !user.email) return null
  const groups = (await listMemberships(ctx, [userId], ctx.now())).get(userId)?.group_id ?? []
  const viewer = { id: userId, username: user.username, root: false, jti: "", permissions: new Set<string>(), groups, confirmed_at: null }
  return { email: user.email, as: { ...ctx, user: viewer } satisfies Ctx }
}

type Letter = { userId: number; rows: NotificationRow[]; scope: UnsubscribeScope; title: (first: string) => string }

/** Sends one mail. Sends nothing while mail is off or the site has no domain, since its links need it. */
const send = async (ctx: Ctx, { userId, rows, scope, title }: Letter): Promise<void> => {
  const [{ sitename, domain }, recipient] = await Promise.all([settingsOf(ctx.app, "system"), recipientOf(ctx, userId)])
  const origin = originOf(domain)
  if (!recipient || !origin || !rows.length) return
  const told = await withSentences(recipient.as, rows)
  const unsubscribe = `${origin}${unsubscribePath(ctx.app.secret, { user_id: userId, scope })}`
  const lines = told.map(({ content, detail, href }) => [content, detail && `：${detail}`, href && ` ${origin}${href}`].join(""))
  const content = noticeMail({
    sitename,
    title: title(told[0]!.content),
    lines: [...lines, `全部通知：${origin}${paths.myNotifications}`, `不想再收到这类邮件，打开这个地址退订：${unsubscribe}`],
  })
  await deliverMail(ctx, recipient.email, { ...content, unsubscribe }, { user_id: userId, scope })
}

/** Mails one notification at once, unless it has already been mailed or deleted. */
export const mailNotification = async (ctx: Ctx, id: number): Promise<void> => {
  const row = await findNotification(ctx.db, id)
  if (row?.mail !== "now") return
  await send(ctx, { userId: row.user_id, rows: [row], scope: row.kind, title: (first) => first })
  await markMailed(ctx.db, [id])
}

/** Mails a user the notifications of a day that they have not read, as one mail. */
export const mailDaily = async (ctx: Ctx, userId: number): Promise<void> => {
  const rows = await listDaily(ctx.db, userId)
  const unread = rows.filter(({ read_at }) => read_at === null)
  const title = () => `你有 ${unread.length} 条新通知`
  await send(ctx, { userId, rows: unread.slice(-maxInMail).toReversed(), scope: "daily", title })
  await markMailed(
    ctx.db,
    rows.map(({ id }) => id),
  )
}
