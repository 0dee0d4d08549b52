"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"

/** Whether a press means "go there, in this window": else it is the browser's own. */
const goesHere = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
  (link.target === "" || link.target === "_self") &&
  !link.hasAttribute("download") &&
  link.origin === location.origin

/** Opens the links of the site (`ui/link.tsx`) without loading everything anew. At the outermost place: whoever stops a press comes first. */
export const LinkRouter = () => {
  const router = useRouter()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-go]") : null
      if (event.defaultPrevented || !link || !goesHere(event, link)) return
      event.preventDefault()
      router.push(link.pathname + link.search + link.hash, { scroll: link.dataset.go !== "stay" })
    }
    window.addEventListener("click", onClick)
    return () => window.removeEventListener("click", onClick)
  }, [router])
  return null
}
