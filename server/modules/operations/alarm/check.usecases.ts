import type { AlarmChannel } from "@/lib/contract/operations/alarm.channels"
import type { Ctx } from "@/server/context"
import { tellWebhooks } from "../../site/webhook/events.usecases"
import { alarmKinds, type AlarmKind } from "./alarm-kinds.usecases"
import { addMessage, changeAlarm, listAlarms, lockAlarm } from "./alarm.repository"
import { nextAlarm } from "./alarm.rules"
import { readyChannels } from "./channels.usecases"
import { screenPath } from "./delivery.usecases"
import { sendAlarmJob } from "./delivery.jobs"

/**
 * Checks the kinds that are due and writes their messages. The row of a kind is locked while it changes, so that only one of several
 * processes writes a message; the state is in the database, so that a restart repeats no message (docs/decisions/320).
 */
export const checkAlarms = async (ctx: Ctx, kinds: readonly AlarmKind[] = alarmKinds): Promise<void> => {
  const rows = new Map((await listAlarms(ctx.db)).map((row) => [row.kind, row]))
  const channels = await readyChannels(ctx)
  for (const kind of kinds) {
    const checked = rows.get(kind.name)?.checked_at
    // the cron of the queue is some seconds early or late
    if (checked && ctx.now().getTime() - checked.getTime() < kind.everyMinutes * 60_000 - 30_000) continue
    try {
      const fault = await kind.check(ctx)
      if (fault !== null) await note(ctx, kind.name, fault, channels)
    } catch (error) {
      ctx.app.log.warn({ err: error, alarm: kind.name }, "告警的检查没有完成")
    }
  }
}

const note = (ctx: Ctx, kind: string, fault: string, channels: readonly AlarmChannel[]): Promise<void> =>
  ctx.tx(async (ctx) => {
    const now = ctx.now()
    const row = await lockAlarm(ctx.db, kind)
    const { state, say } = nextAlarm(row, fault.slice(0, 500), now)
    await changeAlarm(ctx.db, kind, { ...state, checked_at: now })
    if (!say) return
    const message = { kind, recovery: say === "recovered", text: state.text, since: state.since ?? now, created_at: now }
    const message_id = await addMessage(ctx.db, message)
    for (const channel of channels) await ctx.enqueue(sendAlarmJob, { message_id, channel }, { key: `${message_id}/${channel}` })
    await tellWebhooks(ctx, `alarm.${say}`, [{ id: kind, text: state.text, path: screenPath }])
  })
