/**
 * Formats a duration in ms as 2天3小时4分5秒, with days and hours only if they are not zero (docs/reference/api.md 6.8). Returns 00:00:00 once
 * it is over.
 */
export const countdownText = (left: number): string => {
  const seconds = Math.floor(left / 1_000)
  if (seconds <= 0) return "00:00:00"
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24]
  return `${days > 0 ? `${days}天` : ""}${hours > 0 ? `${hours}小时` : ""}${Math.floor(seconds / 60) % 60}分${seconds % 60}秒`
}
