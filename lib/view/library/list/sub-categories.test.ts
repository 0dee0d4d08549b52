import { expect, test } from "vitest"
import { categoryPath, type CategoryNode } from "../category-tree"
import { subCategories, subCategoriesShown } from "./sub-categories"

const node = (id: number, children: CategoryNode[] = []): CategoryNode => ({
  id,
  title: `分类${id}`,
  cover: "",
  parent_id: 0,
  doc_count: id,
  description: "",
  children,
})
const here = { path: "/category/7", query: { ext: "pdf" } }

test("a category lists its children, a leaf its siblings", () => {
  const top = [node(1, [node(11), node(12)]), node(2)]
  const titles = (id: number) => subCategories(categoryPath(top, id), top, 0, here).categories.map((one) => [one.id, one.current])
  expect(titles(1)).toEqual([[11, false], [12, false]]) // prettier-ignore
  expect(titles(12)).toEqual([[11, false], [12, true]]) // prettier-ignore
  expect(titles(0)).toEqual([[1, false], [2, false]]) // prettier-ignore
  expect(subCategories(categoryPath(top, 11), top, 0, here).categories[0]).toMatchObject({ count: 11, href: "/category/11" })
})

test("of ten thousand one part is shown: the one with the current category unless another is requested", () => {
  const top = Array.from({ length: 10_000 }, (_, at) => node(at + 1))
  const all = subCategories([], top, 0, here)
  expect(all.categories).toHaveLength(subCategoriesShown)
  expect(all).toMatchObject({ total: 10_000, before: "", after: "/category/7?ext=pdf&sub=2" })
  const currentPart = subCategories(categoryPath(top, 125), top, 0, here)
  expect(currentPart.categories.find(({ current }) => current)?.id).toBe(125)
  expect([currentPart.before, currentPart.after]).toEqual(["/category/7?ext=pdf&sub=2", "/category/7?ext=pdf&sub=4"])
  expect(subCategories([], top, 1_000, here)).toMatchObject({ after: "", before: "/category/7?ext=pdf&sub=166" })
})
