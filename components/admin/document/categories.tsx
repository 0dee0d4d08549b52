"use client"

import { TreeSelect } from "antd"
import { createContext, use, useEffect, useState, type ReactNode } from "react"
import { api } from "@/lib/api/client"
import { ContentKind } from "@/lib/contract/enums"
import { categoryTree, deepestOf, type CategoryNode } from "@/lib/view/category-tree"

const CategoriesContext = createContext<CategoryNode[]>([])

/** The enabled categories of documents, read once for the screen. */
export const CategoriesProvider = ({ children }: { children: ReactNode }) => {
  const [categories, setCategories] = useState<CategoryNode[]>([])
  useEffect(() => {
    void api("GET /category/list", { type: [ContentKind.document], page: 1, size: 10_000 }).then(
      (reply) => reply.ok && setCategories(categoryTree(reply.data.category, 0, false)),
    )
  }, [])
  return <CategoriesContext value={categories}>{children}</CategoriesContext>
}

type Props = { id?: string; value?: number[]; onChange?: (value: number[]) => void; label?: string; placeholder?: string; many?: boolean }

/** One category, as a list of one; `many` for conditions. */
export const CategorySelect = ({ id, value = [], onChange, label, placeholder = "请选择", many = false }: Props) => {
  const categories = use(CategoriesContext)
  return (
    <TreeSelect<number | number[] | undefined>
      id={id}
      className="wide"
      aria-label={label}
      treeData={categories}
      fieldNames={{ label: "title", value: "id" }}
      multiple={many}
      maxTagCount="responsive"
      value={many ? value : deepestOf(categories, value)}
      allowClear
      showSearch={{ treeNodeFilterProp: "title" }}
      treeDefaultExpandAll
      listHeight={320}
      popupMatchSelectWidth={240}
      placeholder={placeholder}
      notFoundContent="没有这个分类"
      onChange={(chosen) => onChange?.([chosen ?? []].flat())}
    />
  )
}
