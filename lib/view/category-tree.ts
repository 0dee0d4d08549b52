import type { Category } from "../contract/types"
import { enabledTree } from "./tree"

/** A category as header, drawer and lists use it: no dates, no switches. */
export type CategoryNode = Pick<Category, "id" | "title" | "doc_count" | "parent_id"> & {
  description: string
  children: CategoryNode[]
}

type Source = Category & { children: Source[] }

const nodeOf = (row: Source): CategoryNode => ({
  id: row.id,
  title: row.title,
  doc_count: row.doc_count,
  parent_id: row.parent_id,
  description: row.show_description ? row.description : "",
  children: row.children.map(nodeOf),
})

/** Enabled categories of one type (0 document, 1 article). `hideEmpty`: display.hide_category_without_document. */
export const categoryTree = (rows: Category[], type: number, hideEmpty: boolean): CategoryNode[] =>
  enabledTree(rows.filter((row) => row.type === type && !(hideEmpty && row.doc_count === 0))).map(nodeOf)

/** The way from the top to a category, itself last; empty when it is not there. */
export const categoryPath = (tree: CategoryNode[], id: number): CategoryNode[] => {
  for (const node of tree) {
    if (node.id === id) return [node]
    const rest = categoryPath(node.children, id)
    if (rest.length > 0) return [node, ...rest]
  }
  return []
}

/** A document stands in a category and in those above it: the deepest one is the choice that was made. */
export const deepestOf = (tree: CategoryNode[], ids: readonly number[]): number | undefined =>
  ids.toSorted((a, b) => categoryPath(tree, b).length - categoryPath(tree, a).length)[0]
