"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"

const inAdmin = (path: string): boolean => /^\/admin(\/|$)/.test(path)

/** Whether a press means "go there, in this window": else it is the browser's own. */
const goesHere = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
  (link.target === "" || link.target === "_self") &&
  !link.hasAttribute("download") &&
  link.origin === location.origin &&
  // the router never takes a style sheet away: between the site and /admin a whole page is loaded, so that theirs do not meet
  inAdmin(link.pathname) === inAdmin(location.pathname)

const paper = "paper"
/** The page stands still meanwhile: longer than this nobody shall wait for the next one. */
const patienceMs = 350

/** The cover beside a link to a document that can be seen and may grow into its first page; null without motion, or where the browser cannot do it. */
const coverOf = (link: HTMLAnchorElement): HTMLElement | null => {
  if (!/^\/document\/[^/]+$/.test(link.pathname) || !document.startViewTransition) return null
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return null
  return link.closest("article, li")?.querySelector<HTMLElement>(".cover:has(img)") ?? null
}

/** The reader's first page, as soon as that page is shown and if the page is in the window; null after a while. */
const firstPage = (path: string) =>
  new Promise<HTMLElement | null>((done) => {
    const look = () => {
      const sheet = location.pathname === path ? document.querySelector<HTMLElement>('.reader [data-page="1"]') : null
      if (sheet || performance.now() > end) {
        watch.disconnect()
        clearTimeout(timer)
        done(sheet && sheet.getBoundingClientRect().top < innerHeight ? sheet : null)
      }
    }
    const end = performance.now() + patienceMs
    const watch = new MutationObserver(look)
    const timer = setTimeout(look, patienceMs + 1)
    watch.observe(document.body, { childList: true, subtree: true })
  })

/** Opens the document while its cover grows into its first page (docs/decisions/146). */
const growCover = (cover: HTMLElement, path: string, go: () => void): void => {
  let grown: HTMLElement | null = null
  const name = (element: HTMLElement | null, value: string) => element?.style.setProperty("view-transition-name", value)
  name(cover, paper)
  const { finished } = document.startViewTransition(async () => {
    go()
    grown = await firstPage(path)
    name(cover, "")
    name(grown, paper)
  })
  void finished.catch(() => undefined).then(() => name(grown, ""))
}

/** Opens the links of the site (`ui/link.tsx`) without loading everything anew. At the outermost place: whoever stops a press comes first. */
export const LinkRouter = () => {
  const router = useRouter()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-go]") : null
      if (event.defaultPrevented || !link || !goesHere(event, link)) return
      event.preventDefault()
      const go = () => router.push(link.pathname + link.search + link.hash, { scroll: link.dataset.go !== "stay" })
      const cover = coverOf(link)
      if (cover) growCover(cover, link.pathname, go)
      else go()
    }
    window.addEventListener("click", onClick)
    return () => window.removeEventListener("click", onClick)
  }, [router])
  return null
}
