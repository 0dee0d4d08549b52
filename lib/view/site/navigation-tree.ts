import type { Navigation, Output } from "../../contract/types"
import { enabledTree } from "../tree"

export type NavigationNode = Pick<Navigation, "id" | "title" | "href" | "target" | "color"> & { children: NavigationNode[] }

type NavigationRow = Output<"GET /frame">["navigation"][number]
type Source = NavigationRow & { children: Source[] }

/** Addresses of the site without the slashes at their end, as the site redirects them. */
const withoutEndingSlash = (href: string): string => (/^\/[^?#]*\/$/.test(href) ? href.replace(/\/+$/, "") || "/" : href)

const nodeOf = ({ id, title, href, target, color, children }: Source): NavigationNode => ({
  id,
  title,
  href: withoutEndingSlash(href.trim()),
  target,
  color,
  children: children.map(nodeOf),
})

/** The header's default items (docs/reference/specification.md 3). */
const defaults: NavigationNode[] = [
  { id: -1, title: "首页", href: "/", target: "", color: "", children: [] },
  { id: -2, title: "文库资料", href: "/category", target: "", color: "", children: [] },
  { id: -3, title: "文章资讯", href: "/article", target: "", color: "", children: [] },
]

export const navigationTree = (rows: NavigationRow[]): NavigationNode[] => {
  const tree = enabledTree(rows).map(nodeOf)
  return tree.length > 0 ? tree : defaults
}

/** Checks whether an href starts with http or https and thus leaves the site (docs/reference/specification.md 2). */
export const isExternal = (href: string): boolean => /^https?:\/\//i.test(href)

/** A page lies at an address or below it; below the home page lies nothing, since everything would. */
const isWithin = (pathname: string, href: string): boolean =>
  pathname === href || (href.length > 1 && href.startsWith("/") && pathname.startsWith(`${href}/`))

/**
 * Returns the id of the item whose address is the most specific one for this page; undefined if there is none. A document belongs to the
 * library. Of two items with the same address the first one of the header itself counts. Addresses with a query are never current, because
 * one path serves many of them.
 */
export const currentItem = (items: NavigationNode[], pathname: string): number | undefined => {
  const path = pathname.replace(/^\/document(?=\/|$)/, "/category")
  return [...items, ...items.flatMap(({ children }) => children)]
    .filter(({ href }) => isWithin(path, href))
    .sort((one, other) => other.href.length - one.href.length)[0]?.id
}

/** Part of white in a colour on dark paper. */
const white = 0.55

/** Returns a colour (#rgb or #rrggbb) as it can be read on dark paper; other notations stay as they are. */
export const lightened = (color: string): string => {
  const long = color.replace(/^#([\da-f])([\da-f])([\da-f])$/i, "#$1$1$2$2$3$3")
  if (!/^#[\da-f]{6}$/i.test(long)) return color
  return long.replace(/[\da-f]{2}/gi, (pair) => {
    const part = Number.parseInt(pair, 16)
    return Math.round(part + (255 - part) * white)
      .toString(16)
      .padStart(2, "0")
  })
}
