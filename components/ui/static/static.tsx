import { createHash } from "node:crypto"
import { isValidElement, type ReactNode } from "react"
import { findParts } from "@/lib/api/drawn-parts"
import { keptRoots } from "./kept-roots"
import { rootsOf, type Root } from "./markup"
import { StaticMarkup } from "./static-markup"

/** The name of a part's HTML. */
const partOf = (root: Root): string => (root.part ??= createHash("sha1").update(root.html).digest("base64url").slice(0, 10))

type Props = {
  children: ReactNode
  /**
   * For one component whose properties are data alone, and that many renderings show: its HTML is kept, and drawn again when the
   * data are others. It pays where the data are much smaller than what is drawn from them.
   */
  kept?: boolean
}

/**
 * A part of a page that is the same until the next navigation: nothing in it has state or is an island. It is drawn once, as HTML,
 * and neither sent again as data nor brought alive in the browser (docs/decisions/120). It reads like any other component;
 * what stands in it are plain elements and components that are functions of their properties. It stands on the page from the
 * beginning: what a client component shows later has no place in it.
 */
export const Static = ({ children, kept = false }: Props) => {
  const parts = findParts()
  const roots = kept && isValidElement(children) ? keptRoots(children) : rootsOf(children)
  return roots.map((root, at) => {
    const { tag, attributes, html, key } = root
    if (!parts) return <StaticMarkup key={key ?? at} tag={tag} attributes={attributes} html={html} />
    const part = partOf(root)
    parts.set(part, html)
    return <StaticMarkup key={key ?? at} tag={tag} attributes={attributes} part={part} />
  })
}
