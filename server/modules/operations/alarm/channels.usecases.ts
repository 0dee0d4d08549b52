import { alarmChannelNames, type AlarmChannel } from "@/lib/contract/operations/alarm.channels"
import type { SettingValues } from "@/lib/contract/site/settings.groups"
import type { Ctx, Services } from "@/server/context"
import { MailError } from "@/server/ports/mail/mail.port"
import { noticeMail } from "@/server/ports/mail/templates"
import { RobotError, type Robot } from "@/server/ports/robot/robot.port"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findRootAddress } from "./alarm.repository"

const robotOf = (name: Robot["name"], settings: SettingValues<"alarm">): Robot =>
  ({
    wecom: { name, url: settings.wecom_robot, secret: "" },
    dingtalk: { name, url: settings.dingtalk_robot, secret: settings.dingtalk_secret },
    feishu: { name, url: settings.feishu_robot, secret: settings.feishu_secret },
  })[name]

/** Returns the channels whose settings are complete. */
export const readyChannels = async (ctx: Ctx): Promise<AlarmChannel[]> => {
  const settings = await settingsOf(ctx.app, "alarm")
  const ready = await Promise.all(
    alarmChannelNames.map(async (name) => {
      if (name !== "mail") return robotOf(name, settings).url !== ""
      return settings.mail && (await settingsOf(ctx.app, "email")).enable && (await findRootAddress(ctx.db)) !== ""
    }),
  )
  return alarmChannelNames.filter((_, at) => ready[at])
}

/** Why a channel did not take a message, as readable text without addresses and keys. */
export class ChannelError extends Error {}

const sendMail = async (ctx: Ctx, title: string, lines: readonly string[]): Promise<void> => {
  const to = await findRootAddress(ctx.db)
  if (!to) throw new ChannelError("1 号用户没有验证过的邮箱")
  const { enable, duration: _, ...settings } = await settingsOf(ctx.app, "email")
  if (!enable) throw new ChannelError("还没有启用邮件服务")
  const { sitename } = await settingsOf(ctx.app, "system")
  await ctx.app.mail.send(settings, { to, ...noticeMail({ sitename, title, lines }) }).catch((error: unknown) => {
    throw error instanceof MailError ? new ChannelError(error.message.replaceAll(to, "***")) : error
  })
}

const textOf = async (app: Services, title: string, lines: readonly string[]): Promise<string> =>
  [`【${(await settingsOf(app, "system")).sitename}】${title}`, ...lines].join("\n")

/** Sends a message through one channel, with the current settings. @throws ChannelError */
export const sendThrough = async (
  ctx: Ctx,
  channel: AlarmChannel,
  { title, lines, signal }: { title: string; lines: readonly string[]; signal?: AbortSignal },
): Promise<void> => {
  if (channel === "mail") return sendMail(ctx, title, lines)
  const robot = robotOf(channel, await settingsOf(ctx.app, "alarm"))
  if (!robot.url) throw new ChannelError("还没有填写机器人的地址")
  await ctx.app.robots.send(robot, await textOf(ctx.app, title, lines), signal).catch((error: unknown) => {
    throw error instanceof RobotError ? new ChannelError(error.message) : error
  })
}
