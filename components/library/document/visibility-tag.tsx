import { DocumentVisibility } from "@/lib/contract/library/document.enums"

/** Says who may see a document that is not for everybody. */
export const VisibilityTag = ({ visibility }: { visibility: number }) =>
  visibility === DocumentVisibility.everybody ? null : <span className="tag warn">{DocumentVisibility.labelOf(visibility)}</span>
