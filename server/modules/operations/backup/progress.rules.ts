/** How far a backup or its restoration is. The total of the files of a backup is an estimate. */
export type BackupProgress = { phase: "tables" | "files"; done: number; total: number; bytes: number }
export type ReportProgress = (progress: BackupProgress) => void

const width = 24
const count = (n: number): string => n.toLocaleString("en")

const sizeOf = (bytes: number): string =>
  bytes < 1024 ** 3 ? `${(bytes / 1024 ** 2).toFixed(1)} MB` : `${(bytes / 1024 ** 3).toFixed(2)} GB`

/** Less than five seconds say nothing about the rest (ms). */
const tooSoonMs = 5_000

const remaining = ({ done, total }: BackupProgress, elapsedMs: number): string => {
  if (elapsedMs < tooSoonMs || !done || done >= total) return ""
  const seconds = Math.ceil((elapsedMs * (total / done - 1)) / 1000)
  return seconds < 60 ? "，还要不到一分钟" : `，还要约 ${count(Math.ceil(seconds / 60))} 分钟`
}

/**
 * Returns the line that shows the progress: a bar, a percentage, what is done of how much, and the time left, which is computed from the
 * time since this phase began. 100% is shown for what is complete only, because the total may be too low.
 */
export const progressLineOf = (progress: BackupProgress, elapsedMs: number, isComplete = false): string => {
  const { phase, done, bytes } = progress
  const total = isComplete ? done : Math.max(progress.total, done)
  const part = isComplete ? 1 : total ? Math.min(done / total, 0.99) : 0
  const filled = Math.floor(part * width)
  const bar = `[${"#".repeat(filled)}${"-".repeat(width - filled)}] ${String(Math.floor(part * 100)).padStart(3)}%`
  if (phase === "tables") return `${bar} 数据库 ${count(done)}/${count(total)} 张表`
  const time = isComplete ? "" : remaining({ ...progress, total }, elapsedMs)
  return `${bar} 文件 ${count(done)}/${count(total)} 个，${sizeOf(bytes)}${time}`
}
