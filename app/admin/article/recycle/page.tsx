"use client"

import { ArticleCell } from "@/components/articles/article/admin/article-cells"
import { categoryField } from "@/components/articles/article/admin/category-field"
import { crudPage } from "@/components/admin/crud-page"
import { everyCategoryOf } from "@/components/library/category/admin/categories"
import type { Act } from "@/components/admin/crud/use-act"
import { ClearButton, clearPanel } from "@/components/library/recycle/admin/clear-panel"
import { PurgeCell } from "@/components/library/recycle/admin/purge-cell"
import { api } from "@/lib/api/client"
import { entities } from "@/lib/contract/entities"
import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Article } from "@/lib/contract/types"

const columnOnly = { form: false } as const
const noted = { form: false, column: "hidden" } as const
const restore = (act: Act, rows: Article[]) => () =>
  void act({
    call: () => api("POST /article/recycle/restore", { id: rows.map((row) => row.id) }),
    done: rows.length > 1 ? `已恢复 ${rows.length} 篇文章` : "已恢复",
  })

/** Deleted articles: restore or delete permanently. */
export default crudPage(entities.recycledArticle, {
  searchIn: "标题、关键词或简介",
  create: false,
  edit: false,
  times: false,
  removing: "彻底删除",
  removal: "文章和只有它用的图片会从网站上移除，不能再恢复。",
  empty: { title: "回收站是空的", text: "删除的文章先放在这里，到期后彻底删除。" },
  panels: {
    clear: clearPanel({
      warning: "所有人删除的文章都会彻底删除，图片从网站上移除，不能再恢复。",
      call: () => api("DELETE /article/recycle/empty", {}),
    }),
  },
  toolbar: ({ crud, show }) => (
    <ClearButton
      hidden={!crud.may("EmptyRecycleArticle")}
      disabled={crud.total === 0 || crud.selected.length > 0}
      onClick={() => show("clear", [])}
    />
  ),
  rowActions: (row, { crud, act }) => [
    { key: "restore", label: "恢复", icon: "rotate", hidden: !crud.may("RestoreRecycleArticle"), onClick: restore(act, [row]) },
  ],
  batchActions: (rows, { crud, act }) => [
    { key: "restore", label: "恢复", icon: "rotate", hidden: !crud.may("RestoreRecycleArticle"), onClick: restore(act, rows) },
  ],
  fields: {
    title: { ...columnOnly, label: "标题", title: true, render: (row) => <ArticleCell article={row} link={false} /> },
    // a disabled category can be deleted as well, after its articles here
    category_id: { ...categoryField, reference: everyCategoryOf(ContentKind.article) },
    view_count: { ...columnOnly, label: "阅读", kind: "number" },
    deleted_at: { ...columnOnly, label: "删除时间", kind: "datetime", card: true },
    purge_at: { ...columnOnly, label: "彻底删除", kind: "datetime", card: true, render: (row) => <PurgeCell at={row.purge_at} /> },
    status: { ...columnOnly, label: "原来的状态", kind: "enum", options: ReviewStatus },
    identifier: { ...noted, label: "标识" },
    created_at: { ...columnOnly, label: "发布时间", kind: "datetime", column: "hidden" },
    id: { ...noted, label: "ID", kind: "number", text: (row) => String(row.id) },
  },
})
