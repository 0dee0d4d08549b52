import { z } from "zod"
import { area, perHour } from "../area"
import { flag, many, nothing, str, time, wordOf } from "../schema"
import { alarmChannelOptions } from "./alarm.channels"

/**
 * A kind of alarm and its state. `text`: what is wrong, or was wrong last; `since`: when it began; `sent_at`: when it was last sent;
 * `error`: why the last message did not reach a channel.
 */
export const Alarm = z.object({
  kind: str,
  title: str,
  active: flag,
  text: str,
  since: time,
  recovered_at: time,
  sent_at: time,
  checked_at: time,
  error: str,
})

/** `ready`: the settings are complete; `webhook` counts as one that cannot be tested here. */
export const AlarmChannelState = z.object({ name: str, label: str, ready: flag })

export const alarm = area({
  /** Active alarms first, then by the order of their kinds. */
  "GET /alarm/list": {
    title: "查看告警",
    access: "permission",
    permission: "AlarmAPI/ListAlarm",
    input: z.object({}),
    output: z.object({ alarm: many(Alarm), channel: many(AlarmChannelState) }),
  },
  /** Sends a test message at once, with the saved settings. */
  "POST /alarm/test": {
    title: "发送测试告警",
    access: "permission",
    permission: "AlarmAPI/TestAlarm",
    limit: perHour(30, "person"),
    transaction: false,
    input: z.object({ channel: wordOf({ options: alarmChannelOptions }, "请选择通知方式") }),
    output: nothing,
  },
})
