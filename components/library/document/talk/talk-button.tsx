"use client"

import { Icon } from "@/components/ui/icon"
import { count } from "@/lib/rules/format"
import { useDocumentState } from "@/components/providers/document-state"

/** 文档点评: scrolls to the comments and passes the current page to the form. */
export const TalkButton = () => {
  const comments = useDocumentState((state) => state.comments)
  const go = () => void import("./go-to-talk").then(({ goToTalk }) => goToTalk())
  return (
    <button
      type="button"
      className="ib talk-button"
      aria-label={comments > 0 ? `文档点评，${count(comments)} 条` : "文档点评"}
      title="文档点评"
      onClick={go}
    >
      <Icon name="comment" />
    </button>
  )
}
