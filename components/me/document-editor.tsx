"use client"

import { Drawer, Form, Input, InputNumber, Select, TreeSelect } from "antd"
import { useRouter } from "next/navigation"
import { useEffect, useId, useMemo, useState } from "react"
import "@/app/styles/form.css"
import "@/app/styles/me-form.css"
import { AntdProvider } from "@/components/providers/antd"
import { useFeedback } from "@/components/providers/feedback"
import { useSettings } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { categoryPath, categoryTree, type CategoryNode } from "@/lib/domain/category-tree"
import type { MyDocument } from "@/lib/domain/my-document"

type Choice = { value: number; title: string; children: Choice[] }
type Fields = { title: string; category?: number; price: number | null; language?: string; keywords: string; description: string }
type Props = { document: MyDocument; onClose: () => void }

const choicesOf = (nodes: CategoryNode[]): Choice[] => nodes.map(({ id, title, children }) => ({ value: id, title, children: choicesOf(children) }))

/** A document stands in a category and in those above it: the deepest one is the choice that was made. */
const deepest = (tree: CategoryNode[], ids: number[]): number | undefined => ids.toSorted((a, b) => categoryPath(tree, b).length - categoryPath(tree, a).length)[0]

/** 90 % of a phone, half of anything wider (spec §9). */
const width = () => (window.innerWidth < 768 ? "90%" : "50%")

/** Changes what is said about a document, in a drawer. Loaded with its antd when it is first wanted. */
export const DocumentEditor = ({ document, onClose }: Props) => {
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const form = useId()
  return (
    <AntdProvider>
      <Drawer
        title="编辑文档"
        open={open}
        size={width()}
        onClose={() => setOpen(false)}
        afterOpenChange={(shown) => !shown && onClose()}
        mask={{ closable: !busy }}
        footer={
          <div className="form-acts">
            <button type="button" className="bt" onClick={() => setOpen(false)}>
              取消
            </button>
            <button type="submit" form={form} className={busy ? "bt p busy" : "bt p"} aria-busy={busy}>
              {busy && <span className="spin" />}
              {busy ? "保存中" : "保存"}
            </button>
          </div>
        }
      >
        <EditorForm id={form} document={document} onBusy={setBusy} onDone={() => setOpen(false)} />
      </Drawer>
    </AntdProvider>
  )
}

const EditorForm = ({ id, document, onBusy, onDone }: { id: string; document: MyDocument; onBusy: (busy: boolean) => void; onDone: () => void }) => {
  const router = useRouter()
  const feedback = useFeedback()
  const { system, language } = useSettings()
  const [form] = Form.useForm<Fields>()
  const [categories, setCategories] = useState<CategoryNode[] | null>(null)
  const choices = useMemo(() => choicesOf(categories ?? []), [categories])

  useEffect(() => {
    void api("GET /category/list", { type: [0], page: 1, size: 10_000 }).then((reply) => {
      if (!reply.ok) return feedback.error(reply.message)
      const tree = categoryTree(reply.data.category, 0, false)
      setCategories(tree)
      form.setFieldValue("category", deepest(tree, document.category_id))
    })
  }, [document, feedback, form])

  const save = async ({ title, category, price, language: spoken, keywords, description }: Fields) => {
    onBusy(true)
    const reply = await api("PUT /document", {
      id: document.id,
      title: title.trim(),
      price: price ?? 0,
      language: spoken ?? "",
      keywords: keywords.trim(),
      description: description.trim(),
      ...(category && categories ? { category_id: categoryPath(categories, category).map((node) => node.id) } : {}),
    })
    onBusy(false)
    if (!reply.ok) return feedback.error(reply.message || "更新失败")
    feedback.success("更新成功")
    router.refresh()
    onDone()
  }

  return (
    <Form<Fields>
      id={id}
      form={form}
      className="form"
      layout="vertical"
      size="large"
      initialValues={{ ...document, language: document.language || undefined }}
      onFinish={(fields) => void save(fields)}
    >
      <Form.Item name="title" label="名称" rules={[{ required: true, whitespace: true, message: "请输入文档名称" }]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} maxLength={255} />
      </Form.Item>
      <Form.Item name="category" label="分类" rules={[{ required: choices.length > 0, message: "请选择文档分类" }]}>
        <TreeSelect treeData={choices} loading={!categories} disabled={!categories} showSearch={{ treeNodeFilterProp: "title" }} treeDefaultExpandAll placeholder="放在哪个书架" listHeight={320} notFoundContent="没有这个分类" />
      </Form.Item>
      <Form.Item name="price" label="价格" extra="0 表示免费" rules={[{ type: "integer", min: 0, message: "价格应为不小于 0 的整数" }]}>
        <InputNumber min={0} max={1_000_000} precision={0} suffix={system.credit_name} style={{ width: "100%" }} />
      </Form.Item>
      {language.length > 0 && (
        <Form.Item name="language" label="语言">
          <Select allowClear placeholder="自动" options={language.map((row) => ({ value: row.code, label: row.language }))} />
        </Form.Item>
      )}
      <Form.Item name="keywords" label="关键字">
        <Input maxLength={255} placeholder="用逗号隔开" />
      </Form.Item>
      <Form.Item name="description" label="摘要" extra="不写就从正文里摘取">
        <Input.TextArea maxLength={1024} rows={5} />
      </Form.Item>
    </Form>
  )
}
