"use client"

import type { Named } from "@/components/admin/crud/field"
import { FormDrawer } from "@/components/admin/crud/form-drawer"
import type { PanelProps } from "@/components/admin/crud/options"
import { LanguageField } from "@/components/upload/term-fields"
import { api } from "@/lib/api/client"
import { DocumentStatus } from "@/lib/contract/enums"
import type { Result } from "@/lib/contract/types"
import { CategorySelect } from "./categories"
import { ReasonField } from "./reason-field"

type Props = PanelProps<"/document">
type Frame = Props & {
  title: string
  field: Named
  ok: string
  danger?: boolean
  onSend: (ids: number[], value: unknown) => Promise<Result<unknown>>
}

const maxNamed = 20

/** One field for all chosen documents, which are named above it. */
const BatchPanel = ({ rows, crud, onClose, title, field, ok, danger, onSend }: Frame) => {
  const save = async (values: Record<string, unknown>) => {
    const reply = await onSend(
      rows.map((row) => row.id),
      values[field.name],
    )
    if (reply.ok) crud.reload()
    return reply
  }
  return (
    <FormDrawer open title={title} fields={[field]} row={null} ok={ok} danger={danger} done="操作成功" onSave={save} onClose={onClose}>
      <ul className="adm-people">
        {rows.slice(0, maxNamed).map((row) => (
          <li key={row.id}>{row.title}</li>
        ))}
        {rows.length > maxNamed ? <li className="muted">还有 {rows.length - maxNamed} 份</li> : null}
      </ul>
    </FormDrawer>
  )
}

const categoryField: Named = {
  name: "category_id",
  label: "新文档分类",
  many: true,
  required: "请选择新的文档分类",
  hint: "原来的分类会被换掉",
  input: () => <CategorySelect />,
}
export const CategoryPanel = (props: Props) => (
  <BatchPanel
    {...props}
    title={`修改 ${props.rows.length} 份文档的分类`}
    field={categoryField}
    ok="修改分类"
    onSend={(document_id, value) => api("PUT /document/category", { document_id, category_id: value as number[] })}
  />
)

const languageField: Named = {
  name: "language",
  label: "文档语言",
  required: "请选择新的文档语言",
  input: () => <LanguageField placeholder="请选择" />,
}
export const LanguagePanel = (props: Props) => (
  <BatchPanel
    {...props}
    title={`修改 ${props.rows.length} 份文档的语言`}
    field={languageField}
    ok="修改语言"
    onSend={(document_id, value) => api("PUT /document/language", { document_id, language: String(value) })}
  />
)

const reasonField: Named = { name: "reason", label: "原因", hint: "上传者会看到", input: () => <ReasonField /> }
const demanded: Named = { ...reasonField, required: "请写明原因" }
const sendVerdict = (status: number) => (id: number[], value: unknown) =>
  api("PUT /document/check", { id, status, reason: String(value ?? "") })

export const RejectPanel = (props: Props) => (
  <BatchPanel
    {...props}
    title={`驳回 ${props.rows.length} 份文档`}
    field={demanded}
    ok="驳回"
    danger
    onSend={sendVerdict(DocumentStatus.rejected)}
  />
)
export const DisablePanel = (props: Props) => (
  <BatchPanel
    {...props}
    title={`禁用 ${props.rows.length} 份文档`}
    field={reasonField}
    ok="禁用"
    danger
    onSend={sendVerdict(DocumentStatus.disabled)}
  />
)
