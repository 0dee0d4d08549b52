import type { Category, Output } from "../../contract/types"
import { enabledTree } from "../tree"

/** A category for header, drawer and lists. `description` is empty if the site does not display it. */
export type CategoryNode = Pick<Category, "id" | "title" | "cover" | "doc_count" | "parent_id"> & {
  description: string
  children: CategoryNode[]
}

/** The source row of a tree node. */
export type FrameCategory = Output<"GET /frame">["category"][number]
type Source = FrameCategory & { children: Source[] }

const nodeOf = (row: Source): CategoryNode => ({
  id: row.id,
  title: row.title,
  cover: row.cover,
  doc_count: row.doc_count,
  parent_id: row.parent_id,
  description: row.show_description ? row.description : "",
  children: row.children.map(nodeOf),
})

/** Builds the tree of the enabled categories of one type (0 document, 1 article). `hideEmpty`: display.hide_category_without_document. */
export const categoryTree = (rows: FrameCategory[], type: number, hideEmpty: boolean): CategoryNode[] =>
  enabledTree(rows.filter((row) => row.type === type && !(hideEmpty && row.doc_count === 0))).map(nodeOf)

/** Returns the path from the root to a category, inclusive; empty if the id is unknown. */
export const categoryPath = (tree: CategoryNode[], id: number): CategoryNode[] => {
  for (const node of tree) {
    if (node.id === id) return [node]
    const rest = categoryPath(node.children, id)
    if (rest.length > 0) return [node, ...rest]
  }
  return []
}

/** Returns the number that an imported category has here instead of an old one, or null if the tree has no such category. */
export const movedCategoryId = (tree: CategoryNode[], moved: ReadonlyMap<number, number>, id: number): number | null => {
  const movedId = moved.get(id)
  return movedId !== undefined && categoryPath(tree, movedId).length > 0 ? movedId : null
}

/** Returns the deepest of a document's categories: a document is in a category and in its ancestors. */
export const deepestOf = (tree: CategoryNode[], ids: readonly number[]): number | undefined =>
  ids.toSorted((a, b) => categoryPath(tree, b).length - categoryPath(tree, a).length)[0]

/** How many categories the page chrome displays at most: on the first level, and below each of them. */
export const menuRoots = 24
export const menuChildren = 16

const unseen = { description: "", cover: "" }

/** Returns the part of the tree that header and drawer display: two levels, each limited, regardless of how many categories a site has. */
export const menuCategories = (tree: CategoryNode[]): CategoryNode[] =>
  tree.slice(0, menuRoots).map((node) => ({
    ...node,
    ...unseen,
    children: node.children.slice(0, menuChildren).map((child) => ({ ...child, ...unseen, children: [] })),
  }))

/**
 * Which types of categories exist. Every page contains this; the categories themselves are loaded when the header menu or the drawer opens
 * (docs/decisions/121).
 */
export type MenuLists = { document: boolean; article: boolean }
export type MenuCategories = { document: CategoryNode[]; article: CategoryNode[] }
