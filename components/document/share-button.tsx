"use client"

import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"

/** Hands the address to the phone's own share sheet, or puts it into the clipboard. */
export const ShareButton = ({ title, iconOnly = false }: { title: string; iconOnly?: boolean }) => {
  const feedback = useFeedback()
  const share = async () => {
    const url = location.href
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      // Closing the sheet is an answer too, not an error.
      await navigator.share({ title, url }).catch(() => undefined)
      return
    }
    try {
      await navigator.clipboard.writeText(url)
      feedback.success("链接已复制，可以粘贴给朋友")
    } catch {
      feedback.warning("浏览器不允许复制，请从地址栏复制链接")
    }
  }
  return (
    <button type="button" className={iconOnly ? "ib" : "bt text"} aria-label={iconOnly ? "分享" : undefined} title={iconOnly ? "复制链接" : undefined} onClick={() => void share()}>
      <Icon name="share" />
      {!iconOnly && "分享"}
    </button>
  )
}
