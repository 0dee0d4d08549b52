const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const lengthOf = (ms: number): string => {
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)} 天`
  if (ms >= hourMs) return `${Math.floor(ms / hourMs)} 小时`
  return `${Math.max(1, Math.floor(ms / minuteMs))} 分钟`
}

/** Returns 还有 3 小时 or 超时 2 天, and whether it is late or nearly so (within an hour). */
export const timeLeft = (dueAt: string | null, now: number): { text: string; tone: "late" | "soon" | "calm" } => {
  if (!dueAt) return { text: "", tone: "calm" }
  const left = new Date(dueAt).getTime() - now
  if (left < 0) return { text: `超时 ${lengthOf(-left)}`, tone: "late" }
  return { text: `还有 ${lengthOf(left)}`, tone: left < hourMs ? "soon" : "calm" }
}

/** Returns a length of time for people: 12 分钟, 3 小时, 2 天; "—" for none. */
export const waitText = (seconds: number): string => (seconds > 0 ? lengthOf(seconds * 1000) : "—")
