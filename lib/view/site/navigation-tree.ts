import type { Navigation, Output } from "../../contract/types"
import { enabledTree } from "../tree"

export type NavigationNode = Pick<Navigation, "id" | "title" | "href" | "target" | "color"> & { children: NavigationNode[] }

type NavigationRow = Output<"GET /frame">["navigation"][number]
type Source = NavigationRow & { children: Source[] }

const nodeOf = ({ id, title, href, target, color, children }: Source): NavigationNode => ({
  id,
  title,
  href,
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

/** Finds the current item by the first path segment; a document belongs to the library. */
export const isCurrent = (href: string, pathname: string): boolean => {
  const first = (path: string) => path.split(/[/?#]/)[1] ?? ""
  const here = first(pathname) === "document" ? "category" : first(pathname)
  return !isExternal(href) && first(href) === here
}
