"use client"

import { useMemo } from "react"
import type { CategoryNode } from "@/lib/view/library/category-tree"
import type { FormFieldProps } from "./field-props"
import { TreeSelect } from "./tree-select"
import type { LabelledChoice } from "./use-exact-choice"

export const categoryChoices = (nodes: CategoryNode[]): LabelledChoice<number>[] =>
  nodes.map(({ id, title, children }) => ({ value: id, label: title, children: categoryChoices(children) }))

/** Selects one category of the tree, at any level; 0 = none. */
export const CategoryChoice = ({ categories, value, onChange, ...rest }: FormFieldProps<number> & { categories: CategoryNode[] }) => {
  const choices = useMemo(() => categoryChoices(categories), [categories])
  return (
    <TreeSelect
      {...rest}
      choices={choices}
      value={value || undefined}
      onChange={(chosen) => onChange?.([chosen ?? 0].flat()[0] ?? 0)}
      allowClear
      notFoundContent="没有这个分类"
    />
  )
}
