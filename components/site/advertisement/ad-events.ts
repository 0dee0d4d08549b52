import { api } from "@/lib/api/client"
import type { Input } from "@/lib/contract/types"

type AdEvent = Input<"POST /advertisement/event">["event"][number]

/** Events are sent together after this time (ms), and when the page is left. */
const waitMs = 2_000
const maxEvents = 50
let waiting: AdEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined

const send = (): void => {
  clearTimeout(timer)
  timer = undefined
  const event = waiting.slice(0, maxEvents)
  waiting = []
  // a count that is lost is not worth a message
  if (event.length) void api("POST /advertisement/event", { event })
}

/** Reports that an advertisement was in view or was clicked. A click is sent at once, because it may leave the page. */
export const reportAdEvent = (event: AdEvent): void => {
  waiting.push(event)
  if (event.click) send()
  else timer ??= setTimeout(send, waitMs)
}
