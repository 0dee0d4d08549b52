import { paths } from "@/lib/rules/path"
import type { CategoryNode } from "../category-tree"
import { hrefOf, type ListQuery } from "./query"

export type SubCategory = { id: number; title: string; count: number; href: string; current: boolean }
/** `before` and `after`: URLs of the previous and next part; "" = there is none. */
export type SubCategories = { categories: SubCategory[]; total: number; before: string; after: string }

/** The maximum number displayed at once. */
export const subCategoriesShown = 60

/**
 * Returns the links below a category: its children, or for a leaf its siblings, so that users can switch between them with one click. A
 * long list is split into parts; by default the part with the current category is displayed.
 */
export const subCategories = (
  way: CategoryNode[],
  top: CategoryNode[],
  requestedPart: number,
  here: { path: string; query: ListQuery },
): SubCategories => {
  const last = way.at(-1)
  const parent = last && last.children.length === 0 ? way.at(-2) : last
  const nodes = parent ? parent.children : top
  const parts = Math.ceil(nodes.length / subCategoriesShown)
  const currentPart = Math.max(0, Math.floor(nodes.findIndex((node) => node.id === last?.id) / subCategoriesShown))
  const part = Math.min(requestedPart > 0 ? requestedPart - 1 : currentPart, Math.max(0, parts - 1))
  const to = (other: number) => (other >= 0 && other < parts ? hrefOf(here.path, { ...here.query, sub: other + 1 }) : "")
  return {
    categories: nodes.slice(part * subCategoriesShown, (part + 1) * subCategoriesShown).map((node) => ({
      id: node.id,
      title: node.title,
      count: node.doc_count,
      href: paths.category(node.id),
      current: node.id === last?.id,
    })),
    total: nodes.length,
    before: to(part - 1),
    after: to(part + 1),
  }
}
