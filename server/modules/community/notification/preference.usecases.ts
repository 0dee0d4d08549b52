import type { z } from "zod"
import type { notification as calls } from "@/lib/contract/community/notification"
import { notificationKindNames, notificationKindOf } from "@/lib/contract/community/notification.kinds"
import type { LoggedIn } from "@/server/context"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findUser } from "../../people/user/people.usecases"
import { listPreferences, savePreferenceRows } from "./notification.repository"

/** Returns the caller's preferences, with the default of each kind without a choice. */
export const readPreferences = async (ctx: LoggedIn) => {
  const [rows, user, email] = await Promise.all([
    listPreferences(ctx.db, [ctx.user.id]),
    findUser(ctx, ctx.user.id),
    settingsOf(ctx.app, "email"),
  ])
  const preference = notificationKindNames.map((kind) => {
    const { title, ...standard } = notificationKindOf(kind)
    const { site, mail } = rows.find((row) => row.kind === kind) ?? standard
    return { kind, title, site, mail }
  })
  return { preference, mail: email.enable && user?.email_verified === true }
}

export const savePreferences = async (ctx: LoggedIn, { preference }: z.output<(typeof calls)["PUT /notification/preference"]["input"]>) => {
  const updated_at = ctx.now()
  if (preference.length)
    await savePreferenceRows(
      ctx.db,
      preference.map((one) => ({ ...one, user_id: ctx.user.id, updated_at })),
    )
  return {}
}
