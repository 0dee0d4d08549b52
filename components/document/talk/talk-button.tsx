"use client"

import { askAboutPage } from "@/components/comment/asked-page"
import { commentsId } from "@/components/comment/comment-target"
import { Icon } from "@/components/ui/icon"
import { count } from "@/lib/domain/format"
import { useDocumentState } from "../document-state"

/** The current page, from the address; 0 on the first page. */
const pageHere = (): number => Number(/^#page=(\d{1,6})/.exec(window.location.hash)?.[1] ?? 0)

/** 文档点评: scrolls to the comments and passes the current page to the form. */
export const TalkButton = () => {
  const comments = useDocumentState((state) => state.comments)
  const go = () => {
    const box = document.getElementById(commentsId)
    if (!box) return
    const reading = box.getBoundingClientRect().top > window.innerHeight
    const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches
    const section = box.closest("section") ?? box
    section.scrollIntoView({ block: "start", behavior: reducedMotion ? "instant" : "auto" })
    if (reading) askAboutPage(pageHere())
    box.querySelector<HTMLElement>("textarea, .comment-login a")?.focus({ preventScroll: true })
  }
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
