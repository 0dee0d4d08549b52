import type { CategoryNode } from "../category-tree"

/** A sibling of a breadcrumb: an alternative target at the same level. */
export type Sibling = { label: string; href: string; current: boolean }
/** One breadcrumb; `siblings` are the alternatives at the same level, including itself. */
export type Crumb = { label: string; href: string; siblings?: Sibling[] }

/** The maximum number of siblings, centred on the breadcrumb itself, because a site may have ten thousand categories. */
export const siblingsShown = 40

const around = (nodes: CategoryNode[], id: number): CategoryNode[] => {
  const at = nodes.findIndex((node) => node.id === id)
  const from = Math.max(0, Math.min(at - siblingsShown / 2, nodes.length - siblingsShown))
  return at < 0 ? [] : nodes.slice(from, from + siblingsShown)
}

/** Returns the breadcrumbs of a category path from the root, each with its siblings in the visible tree. */
export const categoryCrumbs = (
  way: readonly { id: number; title: string }[],
  tree: CategoryNode[],
  pathOf: (id: number) => string,
): Crumb[] => {
  let beside = tree
  return way.map(({ id, title }) => {
    const neighbours = around(beside, id)
    beside = beside.find((node) => node.id === id)?.children ?? []
    const siblings = neighbours.map((node) => ({ label: node.title, href: pathOf(node.id), current: node.id === id }))
    return { label: title, href: pathOf(id), ...(siblings.length > 1 && { siblings }) }
  })
}
