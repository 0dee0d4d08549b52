import { askAboutPage } from "@/components/community/comment/asked-page"
import { commentsId } from "@/components/community/comment/comment-target"

/** Returns the current page from the URL; 0 on the first page. */
const pageHere = (): number => Number(/^#page=(\d{1,6})/.exec(window.location.hash)?.[1] ?? 0)

/** Scrolls to the comments and passes the current page to their form. */
export const goToTalk = (): void => {
  const box = document.getElementById(commentsId)
  if (!box) return
  const reading = box.getBoundingClientRect().top > window.innerHeight
  const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches
  const section = box.closest("section") ?? box
  section.scrollIntoView({ block: "start", behavior: reducedMotion ? "instant" : "auto" })
  if (reading) askAboutPage(pageHere())
  box.querySelector<HTMLElement>("textarea, .comment-login a")?.focus({ preventScroll: true })
}
