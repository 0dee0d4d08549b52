import { createHash } from "node:crypto"
import { isValidElement, type ReactNode } from "react"
import { findParts } from "@/lib/api/drawn-parts"
import { keptRoots } from "./kept-roots"
import { rootsOf, type Root } from "./markup"
import { StaticMarkup } from "./static-markup"

/** Returns the name of a part's HTML. */
const partOf = (root: Root): string => (root.part ??= createHash("sha1").update(root.html).digest("base64url").slice(0, 10))

type Props = {
  children: ReactNode
  /**
   * For a single component whose props are plain data and that many renders share: caches its HTML and renders it again when the data
   * change. Pays off if the data are much smaller than the HTML.
   */
  isCached?: boolean
}

/**
 * A part of a page that stays the same until the next navigation: nothing in it has state or is an island. It is rendered once, as HTML,
 * and neither sent again as data nor hydrated (docs/decisions/120).
 * It may contain plain elements and components that depend only on their props. It must be on the page from the start, so nothing that a
 * client component renders later can be inside.
 */
export const Static = ({ children, isCached = false }: Props) => {
  const parts = findParts()
  const roots = isCached && isValidElement(children) ? keptRoots(children) : rootsOf(children)
  return roots.map((root, at) => {
    const { tag, attributes, html, key } = root
    if (!parts) return <StaticMarkup key={key ?? at} tag={tag} attributes={attributes} html={html} />
    const part = partOf(root)
    parts.set(part, html)
    return <StaticMarkup key={key ?? at} tag={tag} attributes={attributes} part={part} />
  })
}
