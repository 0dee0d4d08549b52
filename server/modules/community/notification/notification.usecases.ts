import type { z } from "zod"
import type { notification as calls } from "@/lib/contract/community/notification"
import { notificationKindOf } from "@/lib/contract/community/notification.kinds"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { DecisionKind } from "@/lib/contract/people/appeal.enums"
import { paths } from "@/lib/rules/path"
import type { Ctx, LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { hrefOf, readableContents, type Content } from "../../library/content/content.usecases"
import { announcementTexts } from "../../site/announcement/announcement.usecases"
import { publicUsers } from "../../people/user/user.usecases"
import {
  countUnread,
  deleteNotifications,
  listCommentTexts,
  listNotifications,
  markRead,
  type NotificationRow,
} from "./notification.repository"

type InputOf<K extends keyof typeof calls> = z.output<(typeof calls)[K]["input"]>

const maxDetail = 200
/** A longer title would hide the rest of the message. */
const maxTitle = 40
const refOf = ({ subject_type, subject_id }: NotificationRow) => ({ type: subject_type, document_id: subject_id })

/** Names the subject; without its title if the recipient may not read it (any more). */
const subjectOf = (row: NotificationRow, content: Content | undefined): string => {
  const label = ContentKind.labelOf(row.subject_type)
  const letters = [...(content?.title ?? "")]
  const title = letters.length > maxTitle ? `${letters.slice(0, maxTitle - 1).join("")}…` : letters.join("")
  return content ? `${label}《${title}》` : `一${row.subject_type === ContentKind.article ? "篇" : "份"}${label}`
}

/** Returns the page that a notification opens. */
const pageOfRow = (row: NotificationRow, content: Content | undefined): string => {
  if (row.kind === "credit") return paths.myCredits
  if (row.kind === "membership") return paths.myVip
  if (row.kind === "complaint") return paths.myComplaints
  if (row.kind === "appeal") return paths.myAppeals
  if (row.kind === "profile_review") return paths.myProfile
  return content ? hrefOf(content) : ""
}

/** Returns where its reader may appeal: at the decision, or among their punishments. */
const appealHrefOf = ({ kind, data }: NotificationRow): string => {
  if (data.decision_id) return paths.myAppeal(data.decision_id)
  return kind === "punishment" ? paths.myAppealsOf(DecisionKind.punishment) : ""
}

/**
 * Adds sentences, people and links, in a fixed number of queries. Titles and comments are read with the rights that the recipient has now,
 * so no notification reveals a document that became private (docs/decisions/280).
 */
export const withSentences = async (ctx: Ctx, rows: NotificationRow[]) => {
  const [people, contentOf, comments, announcements] = await Promise.all([
    publicUsers(
      ctx,
      rows.flatMap((row) => row.actor_id || []),
    ),
    readableContents(ctx, rows.filter((row) => row.subject_id > 0).map(refOf)),
    listCommentTexts(
      ctx.db,
      rows.flatMap((row) => row.data.comment_id ?? []),
    ),
    announcementTexts(
      ctx,
      rows.flatMap((row) => row.data.announcement_id ?? []),
    ),
  ])
  return rows.map((row) => {
    const content = contentOf(refOf(row))
    const actor = people.get(row.actor_id) ?? null
    const announcement = announcements.get(row.data.announcement_id ?? 0)
    const data = announcement ? { ...row.data, name: announcement.title } : row.data
    const told = { actor: actor?.username ?? "", count: row.count, subject: subjectOf(row, content), data }
    const comment = content && row.data.comment_id ? (comments.get(row.data.comment_id) ?? "") : ""
    return {
      id: row.id,
      kind: row.kind,
      content: notificationKindOf(row.kind).sentence(told),
      detail: (row.data.reason ?? announcement?.content ?? comment).slice(0, maxDetail),
      href: announcement?.href || pageOfRow(row, content),
      appeal_href: appealHrefOf(row),
      count: row.count,
      actor,
      is_read: row.read_at !== null,
      created_at: row.created_at,
      updated_at: row.updated_at,
    }
  })
}

export const readNotifications = async (ctx: LoggedIn, input: InputOf<"GET /notification/list">) => {
  const { rows, total } = await listNotifications(ctx.db, ctx.user.id, input)
  return { total, notification: await withSentences(ctx, rows) }
}

export const readUnreadCount = async (ctx: LoggedIn) => ({ unread: await countUnread(ctx.db, ctx.user.id) })

/** Marks the caller's notifications as read; other ids are ignored. */
export const readNotification = async (ctx: LoggedIn, { id, all = false }: InputOf<"PUT /notification/read">) => {
  if (!all && !id) throw invalid("请选择通知", "id")
  await markRead(ctx.db, ctx.user.id, all ? null : id!, ctx.now())
  return {}
}

/** Deletes the caller's notifications; other ids are ignored. */
export const removeNotifications = async (ctx: LoggedIn, { id }: InputOf<"DELETE /notification">) => {
  await deleteNotifications(ctx.db, ctx.user.id, id)
  return {}
}
