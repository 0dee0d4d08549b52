import { DocumentVisibility } from "@/lib/contract/library/document.enums"

/** Says who may see a document that is not for everybody. */
export const VisibilityTag = ({ visibility, byLink = false }: { visibility: number; byLink?: boolean }) =>
  byLink ? (
    <span className="tag">通过链接分享</span>
  ) : visibility === DocumentVisibility.everybody ? null : (
    <span className="tag warn">{DocumentVisibility.labelOf(visibility)}</span>
  )
