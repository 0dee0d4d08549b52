import { createHmac, timingSafeEqual } from "node:crypto"
import {
  isNotificationKind,
  notificationKindNames,
  notificationKindOf,
  type NotificationKind,
} from "@/lib/contract/community/notification.kinds"
import type { DbCtx, Services } from "@/server/context"
import { derivedKey } from "@/server/security/derived-key"
import { listPreferences, savePreferenceRows } from "./notification.repository"

/** The mails that a mail's link turns off: those of one kind, or with "daily" all kinds that are mailed once a day. */
export type UnsubscribeScope = NotificationKind | "daily"
export type Unsubscription = { user_id: number; scope: UnsubscribeScope }

const macOf = (secret: Uint8Array, { user_id, scope }: Unsubscription): string =>
  createHmac("sha256", derivedKey(secret, "unsubscribe")).update(`${user_id}.${scope}`).digest("base64url")

/** The path of the link in a mail. It only unsubscribes, works without a login and does not expire (RFC 8058). */
export const unsubscribePath = (secret: Uint8Array, about: Unsubscription): string =>
  `/unsubscribe/${about.user_id}.${about.scope}.${macOf(secret, about)}`

/** Reads the last segment of the path; null unless this site has signed it. */
export const readUnsubscription = (secret: Uint8Array, text: string): Unsubscription | null => {
  const [id = "", scope = "", mac = "", ...rest] = text.split(".")
  if (rest.length || !/^[1-9]\d{0,14}$/.test(id) || (scope !== "daily" && !isNotificationKind(scope))) return null
  const about: Unsubscription = { user_id: Number(id), scope }
  const [given, right] = [Buffer.from(mac), Buffer.from(macOf(secret, about))]
  return given.length === right.length && timingSafeEqual(given, right) ? about : null
}

export const scopeLabel = (scope: UnsubscribeScope): string =>
  scope === "daily" ? "每日通知汇总" : `“${notificationKindOf(scope).title}”通知`

/** Turns the mails off; notifications on the site stay as they are. */
export const unsubscribe = async ({ app, ...ctx }: DbCtx & { app: Pick<Services, "now"> }, about: Unsubscription): Promise<void> => {
  const { user_id, scope } = about
  const rows = await listPreferences(ctx.db, [user_id])
  const current = notificationKindNames.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, ...notificationKindOf(kind) })
  const ended = current.filter(({ kind, mail }) => (scope === "daily" ? mail === "daily" : kind === scope))
  if (!ended.length) return
  await savePreferenceRows(
    ctx.db,
    ended.map(({ kind, site }) => ({ user_id, kind, site, mail: "off" as const, updated_at: app.now() })),
  )
}
