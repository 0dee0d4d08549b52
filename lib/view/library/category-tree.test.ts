import { describe, expect, test } from "vitest"
import type { Category } from "../../contract/types"
import { categoryPath, categoryTree, menuCategories, menuChildren, menuRoots, movedCategoryId } from "./category-tree"

const row = (id: number, changes: Partial<Category> = {}) =>
  ({
    id,
    parent_id: 0,
    title: `分类${id}`,
    enable: true,
    type: 0,
    doc_count: 1,
    description: "说明",
    show_description: false,
    ...changes,
  }) as Category

describe("categories", () => {
  test("a child of a disabled parent counts as disabled", () => {
    const tree = categoryTree([row(1), row(2, { parent_id: 1 }), row(3, { enable: false }), row(4, { parent_id: 3 })], 0, false)
    expect(tree.map((node) => [node.id, node.children.map((child) => child.id)])).toEqual([[1, [2]]])
  })
  test("types do not mix, and empty categories can be hidden", () => {
    expect(categoryTree([row(1), row(2, { type: 1 }), row(3, { doc_count: 0 })], 0, true).map((node) => node.id)).toEqual([1])
  })
  test("a hidden description is not sent by the server", () => {
    expect(categoryTree([row(1), row(2, { show_description: true })], 0, false).map((node) => node.description)).toEqual(["", "说明"])
  })
  test("the path to a category", () => {
    const tree = categoryTree([row(1), row(2, { parent_id: 1 })], 0, false)
    expect(categoryPath(tree, 2).map((node) => node.id)).toEqual([1, 2])
    expect(categoryPath(tree, 9)).toEqual([])
  })

  test("the old number of an imported category leads to one that the tree has", () => {
    const [tree, moved] = [
      categoryTree([row(1), row(2, { parent_id: 1 })], 0, false),
      new Map([
        [7, 2],
        [8, 9],
      ]),
    ]
    expect([7, 8, 3].map((id) => movedCategoryId(tree, moved, id))).toEqual([2, null, null])
  })

  test("a row that is its own parent, and rows in a cycle, are in no tree", () => {
    expect(categoryTree([row(1, { parent_id: 1 }), row(2, { parent_id: 3 }), row(3, { parent_id: 2 })], 0, false)).toEqual([])
  })
  test("ten thousand are processed in linear time, and the page chrome shows the first of two levels", () => {
    let looks = 0
    const rows = Array.from({ length: 10_000 }, (_, at) => {
      const one = row(at + 1)
      const parent = at < 100 ? 0 : (at % 100) + 1
      return Object.defineProperty(one, "parent_id", { enumerable: true, get: () => (looks++, parent) })
    })
    const tree = categoryTree(rows, 0, false)
    expect(tree).toHaveLength(100)
    expect(tree[0]?.children).toHaveLength(99)
    expect(looks).toBeLessThan(10_000 * 6)
    const frameTree = menuCategories(tree)
    expect(frameTree).toHaveLength(menuRoots)
    expect(frameTree.every(({ children }) => children.length === menuChildren)).toBe(true)
    expect(JSON.stringify(frameTree).length).toBeLessThan(50_000)
  })
})
