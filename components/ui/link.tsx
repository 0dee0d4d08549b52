import type { ComponentProps } from "react"

/** `scroll={false}`: the next page keeps the current scroll position. */
type Props = ComponentProps<"a"> & { href: string; scroll?: boolean }

/**
 * A link inside the site: a plain anchor, which is cheap to render and hydrate. One listener for all links (`providers/link-router.tsx`)
 * opens the page through the router. Nothing is prefetched, because the page cache answers a click in milliseconds.
 */
export const Link = ({ scroll = true, children, ...anchor }: Props) => (
  <a {...anchor} data-go={scroll ? "" : "stay"}>
    {children}
  </a>
)
