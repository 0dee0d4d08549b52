import type { Category, Output } from "../../contract/types"
import { enabledTree } from "../tree"

/** A category for header, drawer and lists. `description` is empty where the site does not show it. */
export type CategoryNode = Pick<Category, "id" | "title" | "cover" | "doc_count" | "parent_id"> & {
  description: string
  children: CategoryNode[]
}

/** What a tree is made of. */
export type CategoryRow = Output<"GET /frame">["category"][number]
type Source = CategoryRow & { children: Source[] }

const nodeOf = (row: Source): CategoryNode => ({
  id: row.id,
  title: row.title,
  cover: row.cover,
  doc_count: row.doc_count,
  parent_id: row.parent_id,
  description: row.show_description ? row.description : "",
  children: row.children.map(nodeOf),
})

/** Enabled categories of one type (0 document, 1 article). `hideEmpty`: display.hide_category_without_document. */
export const categoryTree = (rows: CategoryRow[], type: number, hideEmpty: boolean): CategoryNode[] =>
  enabledTree(rows.filter((row) => row.type === type && !(hideEmpty && row.doc_count === 0))).map(nodeOf)

/** The path from the root to a category, inclusive; empty when it is unknown. */
export const categoryPath = (tree: CategoryNode[], id: number): CategoryNode[] => {
  for (const node of tree) {
    if (node.id === id) return [node]
    const rest = categoryPath(node.children, id)
    if (rest.length > 0) return [node, ...rest]
  }
  return []
}

/** The deepest of a document's categories: documents are in a category and its ancestors. */
export const deepestOf = (tree: CategoryNode[], ids: readonly number[]): number | undefined =>
  ids.toSorted((a, b) => categoryPath(tree, b).length - categoryPath(tree, a).length)[0]

/** So many categories the frame shows at most: of the first level, and below each of them. */
export const frameRoots = 24
export const frameChildren = 16

const unseen = { description: "", cover: "" }

/** What header and drawer show of a tree: two levels, the first so many, however many categories a site has. */
export const frameCategories = (tree: CategoryNode[]): CategoryNode[] =>
  tree.slice(0, frameRoots).map((node) => ({
    ...node,
    ...unseen,
    children: node.children.slice(0, frameChildren).map((child) => ({ ...child, ...unseen, children: [] })),
  }))

/** Which kinds of categories there are. Every page carries that; the categories themselves come when header or drawer is opened (docs/decisions/121). */
export type FrameLists = { document: boolean; article: boolean }
export type FrameCategories = { document: CategoryNode[]; article: CategoryNode[] }
