import type { ComponentProps } from "react"

/** `scroll={false}`: the next page is shown where this one was scrolled to. */
type Props = ComponentProps<"a"> & { href: string; scroll?: boolean }

/**
 * A link inside the site. A plain anchor, which costs nothing to draw or to bring alive: one listener for all of them
 * (`providers/link-router.tsx`) opens the page through the router. Nothing is fetched before somebody presses it; the page
 * cache answers in milliseconds then.
 */
export const Link = ({ scroll = true, children, ...anchor }: Props) => (
  <a {...anchor} data-go={scroll ? "" : "stay"}>
    {children}
  </a>
)
