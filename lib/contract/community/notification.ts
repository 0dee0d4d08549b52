import { z } from "zod"
import { area, perMinute } from "../area"
import { bool, changesBy, filter, flag, id, list, many, nothing, num, paging, str, time, wordOf } from "../schema"
import { PublicUser } from "../people/user"
import { mailChoices, notificationKindNames, type NotificationKind } from "./notification.kinds"

const kind = z.enum(notificationKindNames as [NotificationKind, ...NotificationKind[]], { error: "通知类型不正确" })

/** `content` is the sentence; `detail` a reason or the text of a comment; `href` "" if there is nothing to open (any more). */
export const Notification = z.object({
  id: num,
  kind: str,
  content: str,
  detail: str,
  href: str,
  /** where its reader may appeal against the decision, "" if they may not */
  appeal_href: str,
  /** how many people it is about, if it was merged */
  count: num,
  /** null if no user is named */
  actor: PublicUser.nullable().default(null),
  is_read: flag,
  created_at: time,
  updated_at: time,
})

/** The user's choice for a kind, or the kind's own values. */
export const NotificationPreference = z.object({ kind: str, title: str, site: flag, mail: z.enum(["now", "daily", "off"]).default("off") })

export const notification = area({
  /** the caller's own, the latest first */
  "GET /notification/list": {
    title: "我的通知",
    access: "login",
    input: z.object({ ...paging, kind: filter(kind), unread: filter(bool) }),
    output: z.object({ total: num, notification: many(Notification) }),
  },
  "GET /notification/count": {
    title: "未读通知数",
    access: "login",
    limit: perMinute(120, "person"),
    input: z.object({}),
    output: z.object({ unread: num }),
  },
  /** these, or with `all` every unread one */
  "PUT /notification/read": {
    title: "标记通知为已读",
    access: "login",
    input: z.object({ id: list(id).optional(), all: bool.optional() }),
    output: nothing,
  },
  "DELETE /notification": { title: "删除通知", access: "login", input: z.object({ id: list(id) }), output: nothing },
  /** of every kind; `mail`: the site sends mails and the caller's address is verified */
  "GET /notification/preference": {
    title: "通知设置",
    access: "login",
    input: z.object({}),
    output: z.object({ preference: many(NotificationPreference), mail: flag }),
  },
  /** of the given kinds; the others stay */
  "PUT /notification/preference": {
    title: "修改通知设置",
    access: "login",
    input: z.object({
      preference: changesBy("kind", z.object({ kind, site: bool, mail: wordOf({ options: mailChoices }, "邮件通知的选项不正确") }), 100),
    }),
    output: nothing,
  },
})
