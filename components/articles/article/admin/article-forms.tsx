"use client"

import { articleCategories } from "@/components/library/category/admin/categories"
import type { BatchForm } from "@/components/admin/crud/batch-panel"
import { callForEach, type Undo } from "@/components/admin/crud/use-act"
import { ReasonField } from "@/components/library/document/admin/reason-field"
import { api } from "@/lib/api/client"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Article } from "@/lib/contract/types"

type Form = BatchForm<Article>

/** Returns the undo that restores the previous categories of every article. */
const categoriesBefore = (rows: Article[]): Undo => ({
  call: () =>
    callForEach(
      rows,
      (row) => row.category_id,
      (same) => api("PUT /article/category", { article_id: same.map((row) => row.id), category_id: same[0]!.category_id }),
    ),
})

const category: Form = {
  title: (rows) => `修改 ${rows.length} 篇文章的分类`,
  ok: "修改分类",
  done: "修改成功",
  fields: {
    category_id: {
      label: "新文章分类",
      kind: "ref",
      reference: articleCategories,
      required: "请选择新的文章分类",
      hint: "原来的分类会被换掉",
    },
  },
  send: (article_id, { category_id }) => api("PUT /article/category", { article_id, category_id: category_id as number[] }),
  // the call accepts no empty list: an article without any category cannot be reset to none
  undo: (rows) => (rows.every((row) => row.category_id.length > 0) ? categoriesBefore(rows) : undefined),
}

/** The maximum length of a reason that the call accepts. */
const maxReason = 200

const reject: Form = {
  title: (rows) => `拒绝 ${rows.length} 篇文章`,
  ok: "拒绝",
  danger: true,
  done: "审批成功",
  fields: { reason: { label: "原因", hint: "作者会看到", required: "请写明原因", input: () => <ReasonField max={maxReason} /> } },
  send: (article_id, { reason }) => api("PUT /article/check", { article_id, status: ReviewStatus.rejected, reject_reason: String(reason) }),
}

/** Batch forms for the selected articles. */
export const articleForms = { category, reject }
