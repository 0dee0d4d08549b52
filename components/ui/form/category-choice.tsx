"use client"

import { TreeSelect } from "antd"
import { useMemo } from "react"
import { Icon } from "@/components/ui/icon"
import type { CategoryNode } from "@/lib/view/library/category-tree"
import type { FormFieldProps } from "./field-props"

type Choice = { value: number; title: string; children: Choice[] }

const wide = { width: "100%" }
const choicesOf = (nodes: CategoryNode[]): Choice[] =>
  nodes.map(({ id, title, children }) => ({ value: id, title, children: choicesOf(children) }))

/** Selects one category of the tree, at any level; 0 = none. */
export const CategoryChoice = ({
  categories,
  value,
  onChange,
  placeholder,
  ...rest
}: FormFieldProps<number> & { categories: CategoryNode[] }) => {
  const choices = useMemo(() => choicesOf(categories), [categories])
  return (
    <TreeSelect
      {...rest}
      style={wide}
      value={value || undefined}
      onChange={(chosen: number | undefined) => onChange?.(chosen ?? 0)}
      treeData={choices}
      showSearch={{ treeNodeFilterProp: "title" }}
      allowClear
      treeDefaultExpandAll
      suffixIcon={<Icon name="down" small />}
      placeholder={placeholder}
      listHeight={320}
      notFoundContent="没有这个分类"
    />
  )
}
