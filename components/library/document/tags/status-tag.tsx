import { DocumentStatus } from "@/lib/contract/library/document.enums"

const tones: Record<number, string> = {
  [DocumentStatus.pending]: "info",
  [DocumentStatus.converting]: "info",
  [DocumentStatus.reconvert]: "info",
  [DocumentStatus.converted]: "ok",
  [DocumentStatus.failed]: "bad",
  [DocumentStatus.disabled]: "bad",
  [DocumentStatus.rejected]: "bad",
  [DocumentStatus.reviewing]: "warn",
}

/** 等待转换, 转换中 12/22, 已发布, 转换失败 … as text with a colour, never as a colour alone. */
export const StatusTag = ({ status, ready, pages }: { status: number; ready: number; pages: number }) => {
  const converting = status === DocumentStatus.converting
  const of = converting && pages > 0 ? ` ${ready}/${pages}` : ""
  return (
    <span className={`tag num status ${tones[status] ?? ""}`}>
      {converting && <span className="spin" aria-hidden="true" />}
      {DocumentStatus.labelOf(status) + of}
    </span>
  )
}
