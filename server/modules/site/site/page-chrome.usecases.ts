import type { z } from "zod"
import type { Frame } from "@/lib/contract/site/site"
import type { Ctx } from "@/server/context"
import { listMovedCategories } from "@/server/db/moved-ids"
import { readRoom } from "../advertisement/advertisement.usecases"
import { hasAnnouncement } from "../announcement/announcement.usecases"
import { shownCategories } from "../../library/category/category.usecases"
import { shownNavigation } from "../navigation/navigation.usecases"
import { settingsOf } from "../settings/settings.usecases"
import { siteRefusal } from "../settings/site-access.policy"
import { readPublicSettings } from "./site.usecases"

/**
 * Returns the page chrome in one response (docs/decisions/143). Users without site access receive only the settings and navigation that the
 * login and registration pages need; no space is reserved for advertisements, since they get none.
 */
export const readPageChrome = async (ctx: Ctx): Promise<z.input<typeof Frame>> => {
  const isKeptOut = siteRefusal(await settingsOf(ctx.app, "security"), ctx.user) !== null
  const [settings, navigation, category, { room }, announcement, moved_category] = await Promise.all([
    readPublicSettings(ctx),
    shownNavigation(ctx),
    isKeptOut ? [] : shownCategories(ctx),
    isKeptOut ? { room: [] } : readRoom(ctx),
    isKeptOut ? false : hasAnnouncement(ctx),
    isKeptOut ? [] : listMovedCategories(ctx.db),
  ])
  return { settings, navigation, category, room, announcement, moved_category }
}
