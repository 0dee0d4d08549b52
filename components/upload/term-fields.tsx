"use client"

import { InputNumber, Select, TreeSelect } from "antd"
import { useMemo } from "react"
import { useSettings } from "@/components/providers/settings"
import type { CategoryNode } from "@/lib/view/category-tree"
import { keywordsOf } from "@/lib/upload/rules"
import { useCategories } from "./upload-context"

type Choice = { value: number; title: string; children: Choice[] }
type Field<T> = {
  id?: string
  value?: T
  onChange?: (value: T) => void
  placeholder?: string
  disabled?: boolean
  size?: "large" | "middle"
}

const wide = { width: "100%" }
const choicesOf = (nodes: CategoryNode[]): Choice[] =>
  nodes.map(({ id, title, children }) => ({ value: id, title, children: choicesOf(children) }))

/** 0 = none. */
export const CategoryField = ({ value, onChange, placeholder = "放在哪个书架", ...rest }: Field<number>) => {
  const categories = useCategories()
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
      placeholder={placeholder}
      listHeight={320}
      notFoundContent="没有这个分类"
    />
  )
}

/** null = nothing typed. */
export const PriceField = ({ value, onChange, ...rest }: Field<number | null>) => {
  const { credit_name } = useSettings().system
  return (
    <InputNumber<number>
      {...rest}
      style={wide}
      value={value}
      onChange={(price) => onChange?.(price)}
      min={0}
      max={1_000_000}
      precision={0}
      suffix={credit_name}
    />
  )
}

const vipChoices = [
  { value: "yes", label: "VIP 免费" },
  { value: "no", label: "VIP 也要购买" },
]

/** Whether members download it free; null = nothing chosen. For many rows at once, which are not all the same. */
export const VipChoice = ({ value, onChange, placeholder = "不改", ...rest }: Field<boolean | null>) => (
  <Select<string>
    {...rest}
    style={wide}
    allowClear
    value={typeof value === "boolean" ? (value ? "yes" : "no") : undefined}
    onChange={(chosen?: string) => onChange?.(chosen ? chosen === "yes" : null)}
    placeholder={placeholder}
    options={vipChoices}
  />
)

/** "" = found out by the server. */
export const LanguageField = ({ value, onChange, placeholder = "自动", ...rest }: Field<string>) => {
  const { language } = useSettings()
  return (
    <Select
      {...rest}
      style={wide}
      allowClear
      value={value || undefined}
      onChange={(code?: string) => onChange?.(code ?? "")}
      placeholder={placeholder}
      options={language.map((row) => ({ value: row.code, label: row.language }))}
    />
  )
}

/** Keywords, separated by comma or Enter. */
export const KeywordsField = ({ value, onChange, placeholder = "用逗号或回车隔开", ...rest }: Field<string[]>) => (
  <Select<string[]>
    {...rest}
    style={wide}
    mode="tags"
    open={false}
    suffixIcon={null}
    tokenSeparators={[",", "，", "、", ";", "；"]}
    value={value}
    onChange={(keywords) => onChange?.(keywordsOf(keywords))}
    placeholder={placeholder}
  />
)
