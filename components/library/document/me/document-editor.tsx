"use client"

import { Drawer, Form, Input } from "antd"
import { useRouter } from "next/navigation"
import { useEffect, useId, useMemo, useState } from "react"
import "@/app/styles/form.css"
import "@/app/styles/people/account-me-form.css"
import { BusyButton } from "@/components/ui/busy-button"
import { categoryChoices } from "@/components/ui/form/category-choice"
import { Select } from "@/components/ui/form/select"
import { TreeSelect } from "@/components/ui/form/tree-select"
import { NumberField } from "@/components/ui/form/number-field"
import { useCall } from "@/components/ui/form/use-call"
import { WithCall } from "@/components/ui/with-call"
import { VipField } from "@/components/library/document/fields/vip-field"
import { needsGroup, VisibilityField } from "@/components/library/document/fields/visibility-field"
import { AntdProvider } from "@/components/ui/antd"
import { useFeedback } from "@/components/providers/feedback"
import { useSettings } from "@/components/providers/settings"
import { useLeaveGuard } from "@/components/ui/use-leave-guard"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { hasEncoding, textEncodings } from "@/lib/contract/library/document.encodings"
import { categoryPath, categoryTree, deepestOf, type CategoryNode } from "@/lib/view/library/category-tree"
import type { MyDocument } from "@/lib/view/library/my-document"
import type { AudienceChoice } from "@/lib/upload/terms"
import { sideDrawerSize } from "@/lib/view/sizes"

type Fields = {
  title: string
  category?: number
  price: number | null
  is_vip?: boolean
  language?: string
  encoding?: string
  keywords: string
  description: string
  audience?: AudienceChoice
}
type Props = { document: MyDocument; onClose: () => void }

const encodings = Object.entries(textEncodings).map(([value, label]) => ({ value, label }))

const audienceOf = ({ visibility, group_id }: MyDocument): AudienceChoice => ({ visibility, groups: group_id })
const isOther = ({ visibility, groups }: AudienceChoice, { visibility: before, group_id }: MyDocument): boolean =>
  visibility !== before || groups.length !== group_id.length || groups.some((id) => !group_id.includes(id))

const unsaved = {
  title: "放弃没有保存的修改？",
  content: "离开后，刚才的修改不会保留。",
  okText: "放弃修改",
  cancelText: "继续编辑",
  danger: true,
}

const width = () => sideDrawerSize(window.innerWidth < 768)

/** Edits the metadata of a document in a drawer; a click outside does not discard the input. Loaded together with antd on first use. */
export const DocumentEditor = ({ document, onClose }: Props) => {
  const feedback = useFeedback()
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [dirty, setDirty] = useState(false)
  const form = useId()
  useLeaveGuard(dirty, unsaved)
  const leave = async () => {
    if (!dirty || (await feedback.confirm(unsaved))) setOpen(false)
  }
  return (
    <AntdProvider>
      <Drawer
        title="编辑文档"
        open={open}
        size={width()}
        onClose={() => void leave()}
        afterOpenChange={(isOpen) => !isOpen && onClose()}
        mask={{ closable: !busy }}
        footer={
          <div className="form-acts">
            <button type="button" className="bt" onClick={() => void leave()}>
              取消
            </button>
            <BusyButton type="submit" form={form} className="p" busy={busy}>
              {busy ? "保存中" : "保存"}
            </BusyButton>
          </div>
        }
      >
        <EditorForm id={form} document={document} onChange={() => setDirty(true)} onBusy={setBusy} onDone={() => setOpen(false)} />
      </Drawer>
    </AntdProvider>
  )
}

type FormProps = { id: string; document: MyDocument; onChange: () => void; onBusy: (busy: boolean) => void; onDone: () => void }

const EditorForm = ({ id, document, onChange, onBusy, onDone }: FormProps) => {
  const router = useRouter()
  const feedback = useFeedback()
  const { system, language, vip } = useSettings()
  const [form] = Form.useForm<Fields>()
  const { call } = useCall({ form, names: { category_id: "category", group_id: "audience" } })
  const [categories, setCategories] = useState<CategoryNode[] | null>(null)
  const choices = useMemo(() => categoryChoices(categories ?? []), [categories])

  useEffect(() => {
    void api("GET /category/list", { type: [ContentKind.document], page: 1, size: 10_000 }).then((reply) => {
      if (!reply.ok) return feedback.error(refusalText(reply, "分类没有读到"))
      const tree = categoryTree(reply.data.category, 0, false)
      setCategories(tree)
      form.setFieldValue("category", deepestOf(tree, document.category_id))
    })
  }, [document, feedback, form])

  /**
   * Sends only changed fields of the form: a summary that the server took from the text must not be stored as the user's own. Fields that the
   * form does not have are undefined.
   */
  const save = async ({ category, audience, ...fields }: Fields) => {
    const next = {
      title: fields.title.trim(),
      price: fields.price ?? 0,
      ...("is_vip" in fields && { is_vip: fields.is_vip }),
      language: fields.language ?? "",
      ...("encoding" in fields && { encoding: fields.encoding ?? "" }),
      keywords: fields.keywords.trim(),
      description: fields.description.trim(),
    }
    const changes = Object.fromEntries(
      Object.entries(next).filter(([name, value]) => {
        const stored = document[name as keyof typeof next]
        // untouched spaces stay as they are stored
        return value !== stored && fields[name as keyof typeof fields] !== stored
      }),
    ) as Partial<typeof next>
    const moved = category && categories && category !== deepestOf(categories, document.category_id)
    const category_id = moved ? { category_id: categoryPath(categories, category).map((node) => node.id) } : {}
    const parts = { ...changes, ...category_id }
    const ask = async () => {
      const narrowed = audience && isOther(audience, document)
      const reply = narrowed && Object.keys(parts).length === 0 ? null : await api("PUT /document", { id: document.id, ...parts })
      if (!narrowed || reply?.ok === false) return reply!
      return api("PUT /document/visibility", { document_id: [document.id], visibility: audience.visibility, group_id: audience.groups })
    }
    onBusy(true)
    const done = "encoding" in changes ? "更新成功，正在按这种编码重新转换" : "更新成功"
    const saved = await call(ask, { done, fallback: "更新失败" })
    onBusy(false)
    if (!saved) return
    router.refresh()
    onDone()
  }

  return (
    <Form<Fields>
      noValidate
      id={id}
      form={form}
      className="form"
      layout="vertical"
      size="large"
      initialValues={{ ...document, audience: audienceOf(document), language: document.language || undefined }}
      onValuesChange={onChange}
      onFinish={(fields) => void save(fields)}
    >
      <Form.Item name="title" label="名称" rules={[{ required: true, whitespace: true, message: "请输入文档名称" }]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} maxLength={255} />
      </Form.Item>
      <Form.Item
        name="category"
        label="分类"
        // a document that has none may stay so
        rules={[{ required: choices.length > 0 && document.category_id.length > 0, message: "请选择文档分类" }]}
      >
        <TreeSelect
          choices={choices}
          loading={!categories}
          disabled={!categories}
          placeholder="放在哪个书架"
          notFoundContent="没有这个分类"
        />
      </Form.Item>
      <Form.Item name="price" label="价格" extra="0 表示免费" rules={[{ type: "integer", min: 0, message: "价格应为不小于 0 的整数" }]}>
        <NumberField min={0} max={1_000_000} precision={0} suffix={system.credit_name} />
      </Form.Item>
      {vip.enable && (
        <WithCall call="PUT /document" field="is_vip">
          <Form.Item name="is_vip">
            <VipField />
          </Form.Item>
        </WithCall>
      )}
      {language.length > 0 && (
        <Form.Item name="language" label="语言">
          <Select allowClear placeholder="自动" options={language.map((row) => ({ value: row.code, label: row.language }))} />
        </Form.Item>
      )}
      <WithCall call="PUT /document/visibility">
        <Form.Item name="audience" label="可见范围" rules={[{ validator: needsGroup }]}>
          <VisibilityField />
        </Form.Item>
      </WithCall>
      {hasEncoding(document.ext) && (
        <WithCall call="PUT /document" field="encoding">
          <Form.Item name="encoding" label="文字编码" extra="文字显示成乱码时选择，保存后重新转换">
            <Select options={encodings} />
          </Form.Item>
        </WithCall>
      )}
      <Form.Item name="keywords" label="关键词">
        <Input maxLength={255} placeholder="用逗号隔开" />
      </Form.Item>
      <Form.Item name="description" label="简介" extra="不写就从正文里摘取">
        <Input.TextArea maxLength={1024} rows={5} />
      </Form.Item>
    </Form>
  )
}
