"use client"

import { crudPage } from "@/components/admin/crud-page"
import { everyCategoryOf } from "@/components/library/category/admin/categories"
import { CategoryCell, DocumentCell, ExtentCell } from "@/components/library/document/admin/document-cells"
import { ClearButton, clearPanel } from "@/components/library/recycle/admin/clear-panel"
import { PurgeCell } from "@/components/library/recycle/admin/purge-cell"
import type { Act } from "@/components/admin/crud/use-act"
import { api } from "@/lib/api/client"
import { entities } from "@/lib/contract/entities"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { RecycledDocument } from "@/lib/contract/types"

const columnOnly = { form: false } as const
const restore = (act: Act, rows: RecycledDocument[]) => () =>
  void act({
    call: () => api("PUT /document/recycle", { id: rows.map((row) => row.id) }),
    done: rows.length > 1 ? `已恢复 ${rows.length} 份文档` : "已恢复",
  })

/** Deleted documents: restore or delete permanently. */
export default crudPage(
  { ...entities.recycled, read: "GET /document/recycle" },
  {
    searchIn: "标题",
    create: false,
    edit: false,
    times: false,
    removing: "彻底删除",
    removal: "文件会从网站上移除，不能再恢复。",
    empty: { title: "回收站是空的", text: "删除的文档先放在这里，到期后彻底删除。" },
    panels: {
      clear: clearPanel({
        warning: "所有人删除的文档都会彻底删除，文件从网站上移除，不能再恢复。",
        call: () => api("DELETE /document/recycle/all", {}),
      }),
    },
    toolbar: ({ crud, show }) => (
      <ClearButton
        hidden={!crud.may("ClearRecycleDocument")}
        disabled={crud.total === 0 || crud.selected.length > 0}
        onClick={() => show("clear", [])}
      />
    ),
    rowActions: (row, { crud, act }) => [
      { key: "restore", label: "恢复", icon: "rotate", hidden: !crud.may("RecoverRecycleDocument"), onClick: restore(act, [row]) },
    ],
    batchActions: (rows, { crud, act }) => [
      { key: "restore", label: "恢复", icon: "rotate", hidden: !crud.may("RecoverRecycleDocument"), onClick: restore(act, rows) },
    ],
    fields: {
      title: { ...columnOnly, label: "文档", title: true, render: (row) => <DocumentCell document={row} link={false} /> },
      // a disabled category can be deleted as well, after its documents here
      category_id: {
        ...columnOnly,
        label: "分类",
        kind: "ref",
        reference: everyCategoryOf(ContentKind.document),
        many: true,
        search: true,
        column: "hidden",
        text: (row) => row.category.map((one) => one.title).join(" / "),
        render: (row) => <CategoryCell category={row.category} />,
      },
      deleted_username: {
        ...columnOnly,
        label: "删除者",
        card: true,
        text: (row) => (row.deleted_username === row.username ? "上传者自己" : row.deleted_username),
      },
      deleted_at: { ...columnOnly, label: "删除时间", kind: "datetime", card: true },
      purge_at: { ...columnOnly, label: "彻底删除", kind: "datetime", card: true, render: (row) => <PurgeCell at={row.purge_at} /> },
      status: { ...columnOnly, label: "原来的状态", kind: "enum", options: DocumentStatus },
      pages: { ...columnOnly, label: "篇幅", kind: "number", render: (row) => <ExtentCell pages={row.pages} size={row.size} /> },
      created_at: { ...columnOnly, label: "上传时间", kind: "datetime", column: "hidden" },
      id: { ...columnOnly, label: "ID", kind: "number", column: "hidden", text: (row) => String(row.id) },
    },
  },
)
