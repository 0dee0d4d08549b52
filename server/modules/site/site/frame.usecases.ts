import type { z } from "zod"
import type { Frame } from "@/lib/contract/site/site"
import type { Ctx } from "@/server/context"
import { readRoom } from "../advertisement/advertisement.usecases"
import { shownCategories } from "../../library/category/category.usecases"
import { shownNavigation } from "../navigation/navigation.usecases"
import { settingsOf } from "../settings/settings.usecases"
import { siteRefusal } from "../settings/site-access.policy"
import { readPublicSettings } from "./site.usecases"

/**
 * What every page shows around its content, in one answer (docs/decisions/143). Whom site security keeps out gets what the pages of
 * login and registration need: settings and navigation; no advertisement has room, since none is answered to them.
 */
export const readFrame = async (ctx: Ctx): Promise<z.input<typeof Frame>> => {
  const isKeptOut = siteRefusal(await settingsOf(ctx.app, "security"), ctx.user) !== null
  const [settings, navigation, category, { room }] = await Promise.all([
    readPublicSettings(ctx),
    shownNavigation(ctx),
    isKeptOut ? [] : shownCategories(ctx),
    isKeptOut ? { room: [] } : readRoom(ctx),
  ])
  return { settings, navigation, category, room }
}
