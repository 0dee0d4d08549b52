import type { CategoryNode } from "../category-tree"

/** Where one step leads to beside itself. */
export type Sibling = { label: string; href: string; current: boolean }
/** A step of the breadcrumbs; `siblings` are what stands at the same place, itself among them. */
export type Crumb = { label: string; href: string; siblings?: Sibling[] }

/** So many siblings are offered at most, those around the step itself: a site may have ten thousand categories. */
export const siblingsShown = 40

const around = (nodes: CategoryNode[], id: number): CategoryNode[] => {
  const at = nodes.findIndex((node) => node.id === id)
  const from = Math.max(0, Math.min(at - siblingsShown / 2, nodes.length - siblingsShown))
  return at < 0 ? [] : nodes.slice(from, from + siblingsShown)
}

/** The steps of a way of categories from the root, each with its siblings in the tree that the site shows. */
export const categoryCrumbs = (
  way: readonly { id: number; title: string }[],
  tree: CategoryNode[],
  pathOf: (id: number) => string,
): Crumb[] => {
  let beside = tree
  return way.map(({ id, title }) => {
    const shown = around(beside, id)
    beside = beside.find((node) => node.id === id)?.children ?? []
    const siblings = shown.map((node) => ({ label: node.title, href: pathOf(node.id), current: node.id === id }))
    return { label: title, href: pathOf(id), ...(siblings.length > 1 && { siblings }) }
  })
}
