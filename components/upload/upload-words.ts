import { fileSize } from "@/lib/domain/format"
import type { UploadItem } from "@/stores/upload-item"

const percent = (share: number) => `${Math.floor(share * 100)} %`

/** What is happening to a file, in a few words. */
export const phaseText = ({ phase, share, file, message }: UploadItem): string => {
  switch (phase) {
    case "chosen":
      return fileSize(file.size)
    case "queued":
      return "排队中"
    case "hashing":
      return `计算中 ${percent(share)}`
    case "uploading":
      return `${fileSize(share * file.size)} / ${fileSize(file.size)}`
    case "paused":
      return `已暂停，${percent(share)}`
    case "submitting":
      return "正在提交"
    case "done":
      return "上传成功"
    case "failed":
      return message
  }
}

const countOf = (items: UploadItem[], wanted: UploadItem["phase"][]) => items.filter(({ phase }) => wanted.includes(phase)).length

/** One sentence for screen readers; it changes with the files, not with every percent. */
export const announcement = (items: UploadItem[]): string => {
  const busy = countOf(items, ["queued", "hashing", "uploading", "submitting"])
  const done = countOf(items, ["done"])
  const failed = countOf(items, ["failed"])
  if (!busy && !done && !failed) return items.length ? `已选择 ${items.length} 份文档` : ""
  return [busy && `${busy} 份正在上传`, done && `${done} 份已完成`, failed && `${failed} 份失败`].filter(Boolean).join("，")
}
