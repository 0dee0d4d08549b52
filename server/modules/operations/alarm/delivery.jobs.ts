import type { AlarmChannel } from "@/lib/contract/operations/alarm.channels"
import { job } from "@/server/module"
import { sendMessage } from "./delivery.usecases"

/** Sends one message through one channel; retried for about twenty minutes. */
export const sendAlarmJob = job<{ message_id: number; channel: AlarmChannel }>({
  name: "send-alarm",
  timeoutSeconds: 60,
  retries: 9,
  concurrency: 2,
  run: sendMessage,
})
