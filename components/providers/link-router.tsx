"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"

const inAdmin = (path: string): boolean => /^\/admin(\/|$)/.test(path)

/** Checks whether a click means "open in this window"; other clicks are left to the browser. */
const goesHere = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
  (link.target === "" || link.target === "_self") &&
  !link.hasAttribute("download") &&
  link.origin === location.origin &&
  // the router never removes a style sheet: navigation between the site and /admin loads a full page, so that their sheets do not mix
  inAdmin(link.pathname) === inAdmin(location.pathname)

const paper = "paper"
/** Maximum wait (ms): the page is frozen during it, so the next one must not be delayed longer. */
const patienceMs = 350

/**
 * Returns the visible cover beside a document link that can grow into its first page; null under reduced motion or without browser support.
 */
const coverOf = (link: HTMLAnchorElement): HTMLElement | null => {
  if (!/^\/document\/[^/]+$/.test(link.pathname) || !document.startViewTransition) return null
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return null
  return link.closest("article, li")?.querySelector<HTMLElement>(".cover:has(img)") ?? null
}

/** Resolves to the reader's first page once it is rendered and inside the window; null after a timeout. */
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

/**
 * Opens the links of the site (`ui/link.tsx`) without a full page load. Listens at the outermost level, so that any handler below can stop
 * a click first.
 */
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
