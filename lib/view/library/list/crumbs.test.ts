import { expect, test } from "vitest"
import { paths } from "@/lib/rules/path"
import type { CategoryNode } from "../category-tree"
import { categoryCrumbs, siblingsShown } from "./crumbs"

const node = (id: number, children: CategoryNode[] = []): CategoryNode => ({
  id,
  title: `分类${id}`,
  cover: "",
  doc_count: 1,
  parent_id: 0,
  description: "",
  children,
})

test("every breadcrumb lists its siblings; a single one lists nothing", () => {
  const tree = [node(1, [node(11), node(12, [node(121)])]), node(2)]
  const way = [tree[0]!, tree[0]!.children[1]!, tree[0]!.children[1]!.children[0]!]
  const crumbs = categoryCrumbs(way, tree, paths.category)
  expect(crumbs.map(({ href, siblings }) => [href, siblings?.map((one) => [one.label, one.current])])).toEqual([
    [
      "/category/1",
      [
        ["分类1", true],
        ["分类2", false],
      ],
    ],
    [
      "/category/12",
      [
        ["分类11", false],
        ["分类12", true],
      ],
    ],
    ["/category/121", undefined],
  ])
})

test("of very many siblings the nearest are listed, and a category hidden from lists has none", () => {
  const tree = Array.from({ length: 10_000 }, (_, at) => node(at + 1))
  const [crumb] = categoryCrumbs([tree[5_000]!], tree, paths.category)
  expect(crumb!.siblings).toHaveLength(siblingsShown)
  expect(crumb!.siblings!.some(({ current }) => current)).toBe(true)
  expect(categoryCrumbs([tree[9_999]!], tree, paths.category)[0]!.siblings!.at(-1)!.current).toBe(true)
  expect(categoryCrumbs([node(70_000)], tree, paths.category)).toEqual([{ label: "分类70000", href: "/category/70000" }])
})
