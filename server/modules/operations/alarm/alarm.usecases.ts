import { alarmChannels, alarmChannelNames, type AlarmChannel } from "@/lib/contract/operations/alarm.channels"
import { minute } from "@/lib/rules/time"
import type { LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { alarmKinds } from "./alarm-kinds.usecases"
import { lastErrors, listAlarms } from "./alarm.repository"
import { ChannelError, readyChannels, sendThrough } from "./channels.usecases"

/** Returns every kind with its state, active ones first, and which channels are ready. */
export const readAlarms = async (ctx: LoggedIn) => {
  const [rows, errors, ready] = await Promise.all([listAlarms(ctx.db), lastErrors(ctx.db), readyChannels(ctx)])
  const states = new Map(rows.map((row) => [row.kind, row]))
  const all = alarmKinds.map(({ name, title }) => ({ ...states.get(name), kind: name, title, error: errors.get(name) ?? "" }))
  return {
    alarm: [...all.filter(({ active }) => active), ...all.filter(({ active }) => !active)],
    channel: alarmChannelNames.map((name) => ({ name, label: alarmChannels[name], ready: ready.includes(name) })),
  }
}

/** @throws 400 with the reason if the channel did not take it */
export const testAlarm = async (ctx: LoggedIn, { channel }: { channel: AlarmChannel }): Promise<Record<string, never>> => {
  const lines = ["这是一条测试告警，收到就说明设置好了。", `发送于 ${minute(ctx.now())}`]
  await sendThrough(ctx, channel, { title: "测试告警", lines }).catch((error: unknown) => {
    throw error instanceof ChannelError ? invalid(`没有送达：${error.message}`, "channel") : error
  })
  return {}
}
