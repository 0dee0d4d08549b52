import type { WebhookFault } from "@/server/ports/webhook/webhook.port"

const [minute, hour] = [60, 3_600]
/** Seconds before each retry: ten attempts within about three days. */
export const retryAfter: readonly number[] = [
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/**
 * Returns the time of the next attempt, or null after the last one.
 * @param requested seconds that the receiver asked for (Retry-After); at most a day is granted
 * @param jitter a random number from 0 to 1, which adds up to a tenth: deliveries that failed together must not retry together
 */
export const nextTry = (attempts: number, now: Date, requested: number | null, jitter: number): Date | null => {
  const pause = retryAfter[attempts - 1]
  if (pause === undefined) return null
  const seconds = Math.max(pause * (1 + jitter / 10), Math.min(requested ?? 0, 24 * hour))
  return new Date(now.getTime() + seconds * 1_000)
}

const faults: Record<WebhookFault, string> = {
  address: "地址指向本机或内网，没有发送；确实需要时，在 .env 的 OUTGOING_ALLOW 里写上它的 IP 地址，再重新启动网站",
  timeout: "对方没有在 10 秒内答复",
  unavailable: "连不上对方的服务器",
}

/** Returns the error message of an attempt, or "" if it succeeded (any 2xx). */
export const faultOf = (outcome: { status: number } | { fault: WebhookFault }): string => {
  if ("fault" in outcome) return faults[outcome.fault]
  const { status } = outcome
  if (status >= 200 && status < 300) return ""
  return status >= 300 && status < 400 ? `对方转到了别的地址（${status}），不会跟过去；请填最后的地址` : `对方回答 ${status}`
}

/** Checks whether the receiver reports that the endpoint is permanently gone. */
export const isGone = (status: number): boolean => status === 410
