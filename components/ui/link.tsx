import NextLink from "next/link"
import type { ComponentProps } from "react"

/**
 * A link inside the site. Nothing is fetched before it is wanted: a page of sixty cards would otherwise ask for
 * sixty pages as soon as they are in view, and the page cache answers a real click in milliseconds anyway.
 */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />
