import { fileSize } from "@/lib/rules/format"
import type { UploadItem } from "@/lib/upload/item"
import { bytesOf, countRows, type UploadFilter } from "@/lib/upload/rows"

/** Adds advice to the message of an unreadable file, which fails permanently. */
const withHelp = (message: string) => (message === "文件读取失败" ? "文件读取失败，它可能被移动或改动过，请移除后重新选择" : message)

const percent = (share: number) => `${Math.floor(share * 100)} %`

/** Describes the state of a file in a few words. */
export const phaseText = ({ phase, share, size, message, instant, url }: UploadItem): string => {
  switch (phase) {
    case "chosen":
      return fileSize(size)
    case "queued":
      return "排队中"
    case "hashing":
      return `计算中 ${percent(share)}`
    case "checking":
      return "正在核对"
    case "duplicate":
      return "等你决定"
    case "uploading":
      return `${fileSize(share * size)} / ${fileSize(size)}`
    case "paused":
      return url ? `已暂停，${percent(share)}` : "已暂停"
    case "ready":
      return "已经传完，核对后提交"
    case "submitting":
      return "正在提交"
    case "done":
      return instant ? "秒传成功" : "上传成功"
    case "waiting":
      return message
    case "failed":
      return withHelp(message)
  }
}

/** Returns one sentence for screen readers; it changes per file, not with every percent. */
export const announcement = (items: UploadItem[]): string => {
  const { all, busy, done, failed, duplicate, ready } = countRows(items)
  if (!busy && !done && !failed && !duplicate && !ready) return all ? `已选择 ${all} 份文档` : ""
  return [
    busy && `${busy} 份正在上传`,
    done && `${done} 份已完成`,
    ready && `${ready} 份待提交`,
    duplicate && `${duplicate} 份等你决定`,
    failed && `${failed} 份失败`,
  ]
    .filter(Boolean)
    .join("，")
}

export const filterNames: Record<UploadFilter, string> = {
  all: "全部",
  chosen: "待上传",
  busy: "进行中",
  duplicate: "等你决定",
  ready: "待提交",
  paused: "已暂停",
  failed: "失败",
  done: "已完成",
}

/** 20 秒, 3 分钟, 1 小时 5 分钟 */
export const timeLeft = (seconds: number): string => {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds / 5) * 5)} 秒`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时${minutes % 60 ? ` ${minutes % 60} 分钟` : ""}`
}

/** Returns 34.1 MB / 90 MB · 2.10 MB/s · 还要 20 秒. The speed is in bytes per second, 0 = stalled. */
export const totalText = (items: UploadItem[], speed: number): string => {
  const { sent, total } = bytesOf(items)
  const moving = speed > 0 && total > sent
  return [
    `${fileSize(Math.round(sent))} / ${fileSize(total)}`,
    moving && `${fileSize(Math.round(speed))}/s`,
    moving && `还要 ${timeLeft((total - sent) / speed)}`,
  ]
    .filter(Boolean)
    .join(" · ")
}
