"use client"

import { documentCategories } from "@/components/library/category/admin/categories"
import type { BatchForm } from "@/components/admin/crud/batch-panel"
import { callForEach, type Undo } from "@/components/admin/crud/use-act"
import { VisibilityField } from "@/components/library/document/fields/visibility-field"
import { LanguageField, PriceField } from "@/components/library/document/fields/term-fields"
import { api } from "@/lib/api/client"
import { DocumentStatus, DocumentVisibility } from "@/lib/contract/library/document.enums"
import type { Document } from "@/lib/contract/types"
import type { AudienceChoice } from "@/lib/upload/terms"
import { ReasonField } from "./reason-field"

type Form = BatchForm<Document>

const everybody: AudienceChoice = { visibility: DocumentVisibility.everybody, groups: [] }

/** Returns the undo that restores the previous categories of every document. */
const categoriesBefore = (rows: Document[]): Undo => ({
  call: () =>
    callForEach(
      rows,
      (row) => row.category_id,
      (same) => api("PUT /document/category", { document_id: same.map((row) => row.id), category_id: same[0]!.category_id }),
    ),
})

const category: Form = {
  title: (rows) => `修改 ${rows.length} 份文档的分类`,
  ok: "修改分类",
  fields: {
    category_id: {
      label: "新文档分类",
      kind: "ref",
      reference: documentCategories,
      required: "请选择新的文档分类",
      hint: "原来的分类会被换掉",
    },
  },
  send: (document_id, { category_id }) => api("PUT /document/category", { document_id, category_id: category_id as number[] }),
  // a document without any category cannot be reset to none
  undo: (rows) => (rows.every((row) => row.category_id.length > 0) ? categoriesBefore(rows) : undefined),
}

const language: Form = {
  title: (rows) => `修改 ${rows.length} 份文档的语言`,
  ok: "修改语言",
  fields: {
    language: { label: "文档语言", required: "请选择新的文档语言", input: () => <LanguageField placeholder="请选择" /> },
  },
  send: (document_id, values) => api("PUT /document/language", { document_id, language: String(values.language) }),
  undo: (rows) =>
    rows.every((row) => row.language)
      ? { call: () => api("PUT /document/language", { document: rows.map(({ id, language }) => ({ id, language })) }) }
      : undefined,
}

const sameAudience = ({ visibility, group_id }: Document) => ({ visibility, group_id: [...group_id].toSorted((a, b) => a - b) })

const visibility: Form = {
  title: (rows) => `设置 ${rows.length} 份文档的可见范围`,
  ok: "设置可见范围",
  fields: {
    audience: { label: "可见范围", required: "请选择可见范围", initial: everybody, input: () => <VisibilityField /> },
  },
  send: (document_id, { audience }) => {
    const { visibility, groups } = audience as AudienceChoice
    return api("PUT /document/visibility", { document_id, visibility, group_id: groups })
  },
  undo: (rows) => ({
    call: () =>
      callForEach(rows, sameAudience, (same) =>
        api("PUT /document/visibility", { document_id: same.map((row) => row.id), ...sameAudience(same[0]!) }),
      ),
  }),
}

const price: Form = {
  title: (rows) => `修改 ${rows.length} 份文档的价格`,
  ok: "修改价格",
  fields: { price: { label: "新价格", required: "请输入价格", hint: "0 表示免费；买过的人不用再付", input: () => <PriceField /> } },
  send: (document_id, values) => api("PUT /document/price", { document_id, price: Number(values.price) }),
  undo: (rows) => ({ call: () => api("PUT /document/price", { document: rows.map(({ id, price }) => ({ id, price })) }) }),
}

const reason = { label: "原因", hint: "上传者会看到", input: () => <ReasonField /> } as const
const verdict =
  (status: number): Form["send"] =>
  (id, values) =>
    api("PUT /document/check", { id, status, ...(values.reason ? { reason: String(values.reason) } : {}) })

const reject: Form = {
  title: (rows) => `拒绝 ${rows.length} 份文档`,
  ok: "拒绝",
  danger: true,
  call: "PUT /document/check",
  fields: { reason: { ...reason, required: "请写明原因" } },
  send: verdict(DocumentStatus.rejected),
}

const disable: Form = {
  title: (rows) => `禁用 ${rows.length} 份文档`,
  ok: "禁用",
  danger: true,
  call: "PUT /document/check",
  fields: { reason },
  send: verdict(DocumentStatus.disabled),
}

/** Batch forms for the selected documents. */
export const documentForms = { category, language, visibility, price, reject, disable }
