import { alarmChannels, type AlarmChannel } from "@/lib/contract/operations/alarm.channels"
import { originOf, paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"
import type { Ctx } from "@/server/context"
import { settingsOf } from "../../site/settings/settings.usecases"
import { alarmKinds } from "./alarm-kinds.usecases"
import { findMessage, isSuperseded, noteDelivered, noteError } from "./alarm.repository"
import { ChannelError, sendThrough } from "./channels.usecases"

export const screenPath = `${paths.admin}/dashboard?tab=alarm`

/** Returns the title of a kind; that of a kind of an earlier version is its name. */
const titleOf = (kind: string): string => alarmKinds.find(({ name }) => name === kind)?.title ?? kind

/**
 * Sends one message through one channel. A message is dropped if its alarm is over or has been repeated since. @throws ChannelError, and
 * the queue tries again
 */
export const sendMessage = async (
  ctx: Ctx,
  { message_id, channel }: { message_id: number; channel: AlarmChannel },
  signal: AbortSignal,
): Promise<void> => {
  const message = await findMessage(ctx.db, message_id)
  if (!message || message.delivered.includes(channel)) return
  if (!message.recovery && (await isSuperseded(ctx.db, message))) return
  const origin = originOf((await settingsOf(ctx.app, "system")).domain)
  const title = message.recovery ? `已恢复：${titleOf(message.kind)}` : `告警：${titleOf(message.kind)}`
  const lines = [
    message.recovery ? `之前的问题：${message.text}` : message.text,
    `开始于 ${minute(message.since)}${message.recovery ? `，恢复于 ${minute(message.created_at)}` : ""}`,
    ...(origin ? [origin + screenPath] : []),
  ]
  try {
    await sendThrough(ctx, channel, { title, lines, signal })
  } catch (error) {
    if (error instanceof ChannelError) await noteError(ctx.db, message_id, `${alarmChannels[channel]}：${error.message}`)
    throw error
  }
  await noteDelivered(ctx.db, message_id, channel)
}
