"use client"

import { articleActions, articleBatch } from "@/components/articles/article/admin/article-actions"
import { ArticleCell, ReviewCell } from "@/components/articles/article/admin/article-cells"
import { articleForms } from "@/components/articles/article/admin/article-forms"
import { categoryField } from "@/components/articles/article/admin/category-field"
import { crudPage } from "@/components/admin/crud-page"
import { ReviewMarks } from "@/components/admin/review-marks"
import { api } from "@/lib/api/client"
import { entities } from "@/lib/contract/entities"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { paths } from "@/lib/rules/path"

const columnOnly = { form: false } as const
const counted = { kind: "number", form: false, sort: true } as const
const condition = { form: false, column: false, search: true, many: false } as const
const noted = { form: false, column: "hidden" } as const

/** Articles: review, categories, recommendation. They are edited on a separate page. */
export default crudPage(entities.article, {
  searchIn: "标题、关键词或简介",
  formAt: (row) => paths.adminArticle(row?.id),
  removal: "文章会移到回收站，可以恢复。",
  restore: { right: "ArticleAPI/RestoreRecycleArticle", call: (id) => api("POST /article/recycle/restore", { id }) },
  empty: { title: "还没有文章", text: "写第一篇，它就会出现在这里。" },
  views: [
    { label: "全部", filters: {} },
    { label: "待审核", filters: { status: [String(ReviewStatus.pending)] }, counted: true },
    { label: "未通过", filters: { status: [String(ReviewStatus.rejected)] } },
  ],
  batchForms: articleForms,
  rowActions: articleActions,
  batchActions: articleBatch,
  fields: {
    title: {
      ...columnOnly,
      label: "标题",
      title: true,
      render: (row) => (
        <>
          <ArticleCell article={row} />
          <ReviewMarks row={row} />
        </>
      ),
    },
    status: {
      ...columnOnly,
      label: "状态",
      kind: "enum",
      options: ReviewStatus,
      search: true,
      card: true,
      render: (row) => <ReviewCell article={row} />,
    },
    category_id: categoryField,
    user_id: { ...noted, label: "作者", kind: "user", search: true, text: (row) => row.user?.username ?? "" },
    view_count: { ...counted, label: "阅读", card: true },
    favorite_count: { ...counted, label: "收藏" },
    comment_count: { ...counted, label: "评论" },
    is_recommend: { ...condition, label: "推荐", kind: "switch" },
    is_notice: { ...condition, label: "公告", kind: "switch" },
    notice: { ...noted, label: "公告值", kind: "number", sort: true },
    identifier: { ...noted, label: "标识" },
    keywords: { ...noted, label: "关键词" },
    recommend_at: { ...noted, label: "推荐时间", kind: "datetime", sort: true },
    created_at: { ...columnOnly, label: "发布时间", kind: "datetime", sort: true, card: true },
  },
})
