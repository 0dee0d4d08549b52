import { dayStart } from "@/lib/rules/day"
import type { Ctx } from "@/server/context"
import { forbidden } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"
import { countDownloads, lockDownloads, type Downloader } from "./download.repository"

/**
 * Requires that the downloads of today leave one more for this user and this network (docs/reference/api.md 6.4). Parallel downloads wait for
 * each other until the transaction ends, so that together they cannot exceed a limit. @throws 403
 */
export const requireDownloadsLeft = async (ctx: Ctx, who: Downloader): Promise<void> => {
  const { times_every_ip, times_every_day } = await settingsOf(ctx.app, "download")
  await lockDownloads(ctx.db, who)
  const { fromHere, byPerson } = await countDownloads(ctx.db, who, dayStart(ctx.now()))
  if (fromHere >= times_every_ip) throw forbidden(`你所在IP今日下载次数已达上限(${times_every_ip})`)
  if (byPerson >= times_every_day) throw forbidden(`你的账号今日下载次数已达上限(${times_every_day})`)
}
