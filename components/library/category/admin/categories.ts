"use client"

import { reference, type ReferenceChoice } from "@/components/admin/crud/reference"
import { treeChoices } from "@/components/admin/crud/tree"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { categoryTree, type CategoryNode } from "@/lib/view/library/category-tree"

const choiceOf = ({ id, title, children }: CategoryNode): ReferenceChoice => ({ value: id, label: title, children: children.map(choiceOf) })

/** The enabled categories of one content kind. */
const categoriesOf = (kind: number) =>
  reference(
    "GET /category/list",
    { type: [kind], page: 1, size: 10_000 },
    ({ category }) => categoryTree(category, kind, false).map(choiceOf),
    { tree: true, lineage: true },
  )

export const documentCategories = categoriesOf(ContentKind.document)
export const articleCategories = categoriesOf(ContentKind.article)

/** All categories of one content kind, disabled ones too. */
export const everyCategoryOf = (kind: number) =>
  reference("GET /category/list", { type: [kind], enable: [true, false], page: 1, size: 10_000 }, ({ category }) => treeChoices(category), {
    tree: true,
  })
