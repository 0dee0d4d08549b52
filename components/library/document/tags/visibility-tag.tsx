import { DocumentVisibility } from "@/lib/contract/library/document.enums"

/** Displays which users may see a document with restricted visibility. */
export const VisibilityTag = ({ visibility, byLink = false }: { visibility: number; byLink?: boolean }) =>
  byLink ? (
    <span className="tag">通过链接分享</span>
  ) : visibility === DocumentVisibility.everybody ? null : (
    <span className="tag warn">{DocumentVisibility.labelOf(visibility)}</span>
  )
