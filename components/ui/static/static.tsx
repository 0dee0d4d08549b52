import { createHash } from "node:crypto"
import type { ReactNode } from "react"
import { findParts } from "@/lib/api/drawn-parts"
import { rootsOf } from "./markup"
import { StaticMarkup } from "./static-markup"

/**
 * A part of a page that is the same until the next navigation: nothing in it has state or is an island. It is drawn once, as HTML,
 * and neither sent again as data nor brought alive in the browser (docs/decisions/120). It reads like any other component;
 * what stands in it are plain elements and components that are functions of their properties. It stands on the page from the
 * beginning: what a client component shows later has no place in it.
 */
export const Static = ({ children }: { children: ReactNode }) => {
  const parts = findParts()
  return rootsOf(children).map(({ tag, attributes, html, key }, at) => {
    if (!parts) return <StaticMarkup key={key ?? at} tag={tag} attributes={attributes} html={html} />
    const part = createHash("sha1").update(html).digest("base64url").slice(0, 10)
    parts.set(part, html)
    return <StaticMarkup key={key ?? at} tag={tag} attributes={attributes} part={part} />
  })
}
