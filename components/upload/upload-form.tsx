"use client"

import { Form, Input, InputNumber, Select, TreeSelect } from "antd"
import { useMemo } from "react"
import { useSettings } from "@/components/providers/settings"
import { type CategoryNode, categoryPath } from "@/lib/domain/category-tree"
import { isBusy, isOpen } from "@/stores/upload-item"
import { useUpload, useUploadStore } from "./upload-context"

type Choice = { value: number; title: string; children: Choice[] }
type Fields = { category?: number; price?: number | null; language?: string; description?: string }

const choicesOf = (nodes: CategoryNode[]): Choice[] => nodes.map(({ id, title, children }) => ({ value: id, title, children: choicesOf(children) }))

/** What is the same for all files, and the one button that starts them. */
export const UploadForm = ({ categories, refusal }: { categories: CategoryNode[]; refusal: string }) => {
  const store = useUploadStore()
  const { system, language } = useSettings()
  const waiting = useUpload((state) => state.items.filter(isOpen).length)
  const busy = useUpload((state) => state.items.filter(isBusy).length)
  const choices = useMemo(() => choicesOf(categories), [categories])
  const start = ({ category, price, language: spoken, description }: Fields) =>
    store.getState().start({
      categoryIds: category ? categoryPath(categories, category).map(({ id }) => id) : [],
      price: price ?? 0,
      language: spoken ?? "",
      description: description?.trim() ?? "",
    })
  return (
    <Form<Fields> className="form card pad" layout="vertical" size="large" initialValues={{ price: 0 }} onFinish={start} disabled={Boolean(refusal)}>
      <h2>文档信息</h2>
      <Form.Item name="category" label="文档分类" hidden={choices.length === 0} rules={[{ required: choices.length > 0, message: "请选择文档分类" }]}>
        <TreeSelect treeData={choices} showSearch={{ treeNodeFilterProp: "title" }} treeDefaultExpandAll placeholder="放在哪个书架" listHeight={320} notFoundContent="没有这个分类" />
      </Form.Item>
      <Form.Item name="price" label="下载价格" extra="0 表示免费" rules={[{ type: "integer", min: 0, message: "价格应为不小于 0 的整数" }]}>
        <InputNumber min={0} max={1_000_000} precision={0} suffix={system.credit_name} style={{ width: "100%" }} />
      </Form.Item>
      {language.length > 0 && (
        <Form.Item name="language" label="语言">
          <Select allowClear placeholder="自动" options={language.map((row) => ({ value: row.code, label: row.language }))} />
        </Form.Item>
      )}
      <Form.Item name="description" label="简介" extra="不写就从正文里摘取">
        <Input.TextArea maxLength={512} rows={4} placeholder="讲了什么，适合谁看" />
      </Form.Item>
      <button type="submit" className="bt p lg block" disabled={waiting === 0 || Boolean(refusal)}>
        {waiting > 0 ? `上传 ${waiting} 份文档` : busy > 0 ? `正在上传 ${busy} 份` : "先选择文件"}
      </button>
    </Form>
  )
}
